/**
 * Builds the web client and the server in a copy that has the tools for it, and takes over what was built: an installation
 * without development dependencies has neither the tools nor the libraries that become part of the build (decision 106).
 */
import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, withCopy } from "./copy.ts";
import { thisPlatform } from "./platforms.ts";

const SOURCES = ["tsconfig.json", "web", "client", "server/build", "server/src"];
const BUILDS = ["web/build.ts", "server/build/build.ts"];
const BUILT = ["web/dist", "server/dist"];

export async function buildElsewhere(): Promise<void> {
  process.stdout.write("Building Parley in .build, with tools that are removed again. This takes a minute.\n");
  await withCopy(SOURCES, ["--include=dev", "--workspace=@parley/web", "--workspace=@parley/server"], (copy) => {
    for (const script of BUILDS) execFileSync(process.execPath, [join(copy, script)], { cwd: copy, stdio: "inherit" });
    for (const directory of BUILT) {
      rmSync(join(ROOT, directory), { recursive: true, force: true });
      renameSync(join(copy, directory), join(ROOT, directory));
    }
  });
  removeHeaders();
}

/** A fifth of such an installation would be headers of Node, and nothing here is compiled against them. */
function removeHeaders(): void {
  const runtime = thisPlatform()?.runtime;
  if (runtime) rmSync(join(ROOT, "node_modules", runtime, "include"), { recursive: true, force: true });
}
