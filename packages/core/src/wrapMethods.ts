import * as Stream from "effect/Stream"

/** A method of a port: what it gives is an effect or a stream, always one of both. */
export type Method = (...args: ReadonlyArray<unknown>) => unknown

/** The same methods, each as `wrap` has it, which may ask whether what one gives is a stream: nothing is run for that. */
export const wrapMethods = <Service>(
  service: Service,
  wrap: (name: string, isStream: (args: ReadonlyArray<unknown>) => boolean) => Method,
): Service =>
  Object.fromEntries(
    Object.entries(service as Readonly<Record<string, Method>>).map(([name, method]) => {
      let known: boolean | undefined
      return [
        name,
        wrap(name, (args) => {
          known ??= Stream.isStream(method(...args))
          return known
        }),
      ]
    }),
  ) as Service
