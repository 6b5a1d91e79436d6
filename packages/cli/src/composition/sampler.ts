import { Effect, Layer, Option, Tracer } from "effect"
import type { Settings } from "../settings/Settings.ts"

type Sampler = NonNullable<Settings["tracesSampler"]>

/** Of the names that OpenTelemetry gives samplers: whether one goes by what a request's caller decided. */
const goesByCaller = (sampler: Sampler) => sampler.startsWith("parentbased_")

/** Whether a trace is kept, of one that comes with an id the same in every process: by its last 56 bits. */
const isKept = (sampler: Sampler, ratio: number, traceId: string | undefined): boolean => {
  if (sampler.endsWith("always_on")) return true
  if (sampler.endsWith("always_off")) return false
  const place = traceId === undefined ? Math.random() : Number.parseInt(traceId.slice(-14), 16) / 2 ** 56
  return place < ratio
}

/** Whether a span is sampled: what is within one of this process is as that is. */
export const isSampled = (sampler: Sampler, ratio: number, parent: Tracer.AnySpan | undefined): boolean =>
  parent?._tag === "Span" || (parent !== undefined && goesByCaller(sampler))
    ? parent.sampled
    : isKept(sampler, ratio, parent?.traceId)

/** The tracer of the context, which keeps the traces that the settings say. */
export const sampler = ({ tracesSampler, tracesSamplerArg }: Settings): Layer.Layer<never> =>
  tracesSampler === undefined
    ? Layer.empty
    : Layer.effect(
        Tracer.Tracer,
        Effect.map(Tracer.Tracer, (tracer) =>
          Tracer.make({
            ...tracer,
            span: (options) =>
              tracer.span({
                ...options,
                sampled: isSampled(tracesSampler, tracesSamplerArg, Option.getOrUndefined(options.parent)),
              }),
          }),
        ),
      )
