import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program that is no part of the repository can be started by its name. */
export function isInstalled(program: string): boolean {
  return [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"].some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
