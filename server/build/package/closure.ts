/** The packages that the built server loads, with everything that they load themselves, as the lock file has placed them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import lockFile from "../../../package-lock.json" with { type: "json" };
import serverFile from "../../package.json" with { type: "json" };

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const PACKAGES = lockFile.packages as Readonly<Record<string, Locked>>;

/** Paths from `root` like `node_modules/sharp`. Optional packages are there for some platforms only. */
export function loadedPackages(root: string): readonly string[] {
  const found = new Set<string>();
  const follow = (names: Iterable<string>, from: string) => {
    for (const name of names) {
      const path = placeOf(name, from);
      if (path === undefined || found.has(path) || !existsSync(join(root, path))) continue;
      found.add(path);
      const { dependencies = {}, optionalDependencies = {} } = PACKAGES[path] ?? {};
      follow([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], path);
    }
  };
  follow(Object.keys(serverFile.dependencies), "server");
  return [...found].sort();
}

/** As Node looks for a package: in the package that asks, and then in those around it. */
function placeOf(name: string, from: string): string | undefined {
  const inside = `${from}/node_modules/${name}`;
  if (inside in PACKAGES) return inside;
  const around = from.lastIndexOf("/node_modules/");
  if (around >= 0) return placeOf(name, from.slice(0, around));
  const top = `node_modules/${name}`;
  return top in PACKAGES ? top : undefined;
}
