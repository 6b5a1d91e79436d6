declare module "yazl" {
  interface EntryOptions {
    readonly mtime: Date
    readonly forceDosTimestamp: boolean
    readonly compressionLevel: number
    readonly forceZip64Format: boolean
  }
  export class ZipFile {
    readonly outputStream: import("node:stream").PassThrough
    addBuffer(bytes: Buffer, path: string, options: EntryOptions): void
    addReadStreamLazy(
      path: string,
      options: EntryOptions,
      open: (done: (error: null, stream: import("node:stream").Readable) => void) => void,
    ): void
    end(options: { readonly forceZip64Format: boolean }): void
    on(event: "error", listener: (error: Error) => void): void
  }
}
