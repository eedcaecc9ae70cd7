import { join } from "node:path";
import { Command, Option } from "commander";
import { LocalStorage } from "../../kernel/storage/local.ts";
import { S3Storage } from "../../kernel/storage/s3.ts";
import { refuseWhileServed } from "../backup/in-use.ts";
import { UsageError } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { showingProgress } from "../progress/show.ts";
import { print, withApp } from "../with-app.ts";
import { copyUploads, removeCopied } from "./move.ts";

interface MoveOptions {
  readonly to: "s3" | "disk";
  readonly compare: boolean;
  readonly remove: boolean;
  readonly json: boolean;
}

const moveCommand = new Command("move")
  .description(
    "Copy all uploaded files from the data directory to the S3 store of the settings, or from there. The server may be running.",
  )
  .addOption(new Option("--to <place>", "where the files shall be").choices(["s3", "disk"]).makeOptionMandatory())
  .option("--compare", "also compare the contents of files that are there already", false)
  .option("--remove", "compare everything, and then remove the originals; stop the server first", false)
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nRun it while the server runs, stop the server, run it again for the rest, and start the server with the new\nsettings. Each copy is read back and compared. Thumbnails are made again. Interrupted, it goes on where it was.",
  )
  .action(async ({ to, compare, remove, json }: MoveOptions) => {
    const config = commandConfig();
    const { s3, dataDirectory } = config;
    if (!s3)
      throw new UsageError(
        "Set PARLEY_S3_ENDPOINT, PARLEY_S3_BUCKET and the keys of the store, also to copy files from it.",
      );
    if (remove) await refuseWhileServed(config);
    const [disk, store] = [new LocalStorage(join(dataDirectory, "uploads")), new S3Storage(s3, dataDirectory)];
    const move = {
      ...(to === "s3" ? { from: disk, to: store } : { from: store, to: disk }),
      dataDirectory,
      // An original is not removed because of a copy that nobody has read.
      comparesAll: compare || remove,
    };
    const moved = await showingProgress((progress) =>
      withApp(async ({ database: { reader } }) => {
        const copied = await copyUploads(reader, move, progress);
        return { ...copied, removed: remove ? await removeCopied(reader, move, progress) : 0 };
      }, progress),
    );
    const { copied, present, missing, removed } = moved;
    const words = [
      `Copied and compared ${copied} files; ${present} were there already.`,
      ...(missing > 0 ? [`${missing} files are missing in both places.`] : []),
      ...(remove ? [`Removed ${removed} originals.`] : []),
    ];
    print(moved, json, words.join(" "));
  });

export const uploadsCommand = new Command("uploads")
  .description("Manage where uploaded files are.")
  .addCommand(moveCommand);
