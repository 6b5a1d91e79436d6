import type { ComponentChildren } from "preact"
import { MainAct } from "./MainAct.tsx"

interface GenerateActProps {
  readonly isBusy: boolean
  /** Whether what it would do is still looked at. */
  readonly isLoading: boolean
  /** Whether that is there, and can be done. */
  readonly isReady: boolean
  /** Why it cannot. */
  readonly problem: string | undefined
  readonly onPress: () => void
  readonly children: ComponentChildren
  readonly beside?: ComponentChildren
}

/** The press that makes a batch: of what its maker has seen, never of what was typed since. */
export const GenerateAct = ({
  isBusy,
  isLoading,
  isReady,
  problem,
  onPress,
  children,
  beside,
}: GenerateActProps) => (
  <>
    <MainAct isBusy={isBusy} isOff={isLoading || !isReady} why="generate-why" onPress={onPress}>
      {children}
    </MainAct>
    {beside}
    <p class={problem === undefined ? "muted" : "fault"} id="generate-why">
      {problem ??
        (isLoading
          ? "Looking at what it would do…"
          : "Drafts wait in a batch. Dealers see nothing before you publish it.")}
    </p>
  </>
)
