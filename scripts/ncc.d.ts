// Types of the parts of the bundler that are used here; the package has none.

declare module '@vercel/ncc' {
  interface Options {
    cache: boolean
    quiet: boolean
    /** Whether the bundle is an ES module. */
    esm: boolean
    /** The name of the bundle; the chunks end with it too. */
    filename: string
    /** `sourceMap` writes a source map beside each file; `sourceMapRegister` makes the bundle read it at run time. */
    sourceMap: boolean
    sourceMapRegister: boolean
  }

  /** A module of the bundle, or several joined modules. */
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
