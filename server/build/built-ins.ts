/**
 * Chunks import Node's own modules without `import`, which reads every export of a module, also those that are loaded when
 * they are read: `node:http` then loads a whole HTTP client, `node:stream` the streams of browsers. That took 35 ms and 8 MB.
 */
import type { Plugin } from "rolldown";

const IMPORT = /^import (?:([\w$]+)(?:, )?)?(?:\{ ([^}]*) \})? from "(node:[\w/]+)";$/gm;

export const leanBuiltIns: Plugin = {
  name: "lean-built-ins",
  renderChunk: (code) =>
    code.replace(IMPORT, (_, whole: string | undefined, names: string | undefined, module: string) => {
      const loaded = `process.getBuiltinModule("${module}")`;
      const parts = names?.replaceAll(" as ", ": ");
      if (whole === undefined) return `const { ${parts} } = ${loaded};`;
      return `const ${whole} = ${loaded};${parts === undefined ? "" : ` const { ${parts} } = ${whole};`}`;
    }),
};
