/** For generators that print with TypeScript's own compiler: they get the one of this workspace. Ours (7) has no such interface. */
import { registerHooks } from "node:module";

const url = import.meta.resolve("typescript");

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url, format: "commonjs", shortCircuit: true } : next(specifier, context),
});
