// The part of the bundler that is used here; it has no types of its own.

declare module '@vercel/ncc' {
  interface Options {
    cache: boolean
    quiet: boolean
    /** Whether the bundle is an ES module. */
    esm: boolean
    /** The name of the bundle; the chunks end with it too. */
    filename: string
    /** Whether there is a source map beside each file, and whether the bundle reads it at run time. */
    sourceMap: boolean
    sourceMapRegister: boolean
  }

  /** A module of the bundle, or several that were joined. */
  interface Module {
    resource?: string
    modules?: Module[]
  }

  export default function ncc(
    entry: string,
    options: Options,
  ): Promise<{
    code: string
    map: string
    assets: Record<string, { source: string | Buffer }>
    stats: { compilation: { modules: Iterable<Module> } }
  }>
}
