/** What is in each file of the build, for whoever wants to know what a start loads. */
import { relative } from "node:path";
import type { OutputAsset, OutputChunk } from "rolldown";

/** Beside the chunks. */
export const CHUNKS_FILE = ".chunks.json";

export interface BuiltChunk {
  readonly file: string;
  readonly bytes: number;
  /** Files that are loaded with it. */
  readonly imports: readonly string[];
  /** Files that it loads when they are needed. */
  readonly later: readonly string[];
  /** Paths of its sources, from the root of the repository. */
  readonly modules: readonly string[];
}

export const chunksIn = (output: readonly (OutputChunk | OutputAsset)[], root: string): BuiltChunk[] =>
  output
    .filter((each) => each.type === "chunk")
    .map(({ fileName, code, imports, dynamicImports, moduleIds }) => ({
      file: fileName,
      bytes: code.length,
      imports,
      later: dynamicImports,
      modules: moduleIds.map((id) => relative(root, id).replaceAll("\\", "/")),
    }));
