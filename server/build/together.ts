/**
 * Puts what a start loads into as few files as possible. By default the build has a file for each set of modules that the same parts
 * load, also parts that are loaded later: a start read 156 files, and each takes Node a millisecond to find, read and link.
 * Threads load some of these modules and must not load the rest, so there is one file for each set of threads (decision 100).
 */
import type { CodeSplittingGroup, Plugin, PluginContext } from "rolldown";

type Graph = Pick<PluginContext, "getModuleInfo" | "getModuleIds">;

/** `server`: the module that runs the server; it is not put together with others, because loading it starts a server. */
export function startTogether(server: string): { plugin: Plugin; group: CodeSplittingGroup } {
  let files: ReadonlyMap<string, string> = new Map();
  return {
    plugin: {
      name: "start-together",
      buildEnd() {
        files = filesOf(server, this);
      },
    },
    group: {
      debugName: "start",
      name: (id) => files.get(id) ?? null,
      // A module is loaded by at least the threads that load one of its importers, so no two files import each other.
      includeDependenciesRecursively: false,
    },
  };
}

function filesOf(server: string, graph: Graph): ReadonlyMap<string, string> {
  const threads = [...graph.getModuleIds()].filter((id) => graph.getModuleInfo(id)?.isEntry);
  const loadedByThreads = threads.flatMap((id) => [loadedWith(id, graph), loadedWith(id, graph, { andLater: true })]);
  const names = new Map<string, string>();
  const files = new Map<string, string>();
  for (const id of loadedWith(server, graph)) {
    if (id === server) continue;
    const loadedBy = loadedByThreads.map((loaded) => Number(loaded.has(id))).join("");
    const name = names.get(loadedBy) ?? `start-${names.size + 1}`;
    names.set(loadedBy, name);
    files.set(id, name);
  }
  return files;
}

/** A module and everything that is loaded with it; `andLater`: or when it is needed. */
function loadedWith(id: string, graph: Graph, { andLater = false } = {}, found = new Set<string>()): Set<string> {
  const info = graph.getModuleInfo(id);
  if (!info || found.has(id)) return found;
  found.add(id);
  for (const each of info.importedIds) loadedWith(each, graph, { andLater }, found);
  if (andLater) for (const each of info.dynamicallyImportedIds) loadedWith(each, graph, { andLater }, found);
  return found;
}
