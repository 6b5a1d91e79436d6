import { Component, type ComponentChildren } from "preact"
import { Failure } from "../parts/States.tsx"

interface GuardProps {
  /** Another one is another try. */
  readonly of: string
  readonly children: ComponentChildren
}

interface GuardState {
  readonly error?: Error | undefined
}

/** What stands where a view had a fault of its own: the way on, and never an empty page. */
export class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = {}

  static override getDerivedStateFromError(error: Error): GuardState {
    return { error }
  }

  override componentDidUpdate(before: GuardProps) {
    if (before.of !== this.props.of && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    return error === undefined ? (
      this.props.children
    ) : (
      <Failure error={error} again={() => location.reload()} />
    )
  }
}
