/**
 * Files that a person's drafts, snippets, scheduled messages and notes link to, and no message does: they are copied with
 * the person's key, and are theirs here.
 */
import { storeFile } from "../imports/files.ts";
import { skipped } from "../imports/skipped.ts";
import type { Difference } from "./difference.ts";
import { faultOfFile, KnownFiles, linkedFile } from "./files.ts";
import { wantedTexts, writerOf } from "./own-texts.ts";
import type { Sides } from "./sides.ts";

export async function ownFileDifferences(sides: Sides): Promise<Difference[]> {
  const { server, ids, as, mends, refused } = sides;
  const found: Difference[] = [];
  for (const [path, what] of await lackingFiles(sides)) {
    const record = linkedFile(path, () => sides.openUpload(path));
    const leave = (fault: string) => {
      refused.add(keyOf(sides, path));
      // Not its name, which the operator may not be meant to read.
      sides.leaveOut(skipped("files", fault, `${writerOf(sides)}: ${what}`), keyOf(sides, path));
    };
    const mend = async () => {
      const stored = await storeFile({ ctx: await server.asOperator(), origin: ids.origin }, record, as);
      if ("missing" in stored) leave(stored.missing);
    };
    const fault = mends ? undefined : await faultOfFile(server.app, record);
    if (fault !== undefined) leave(fault);
    else found.push({ says: `${writerOf(sides)}: a file of the ${what} is not here.`, mend });
  }
  return found;
}

const keyOf = ({ as }: Sides, path: string): string => `${as} ${path}`;

/** Which files have not been copied or refused yet, and what links to them. */
async function lackingFiles(sides: Sides): Promise<ReadonlyMap<string, string>> {
  const { server, ids, refused } = sides;
  const linked = new Map<string, string>();
  for (const { kind, uploads } of wantedTexts(sides)) for (const path of uploads) linked.set(path, kind.what);
  const files = await KnownFiles.among(server.app.database.reader, ids.origin, [...linked.keys()]);
  return new Map([...linked].filter(([path]) => !files.has(path) && !refused.has(keyOf(sides, path))));
}
