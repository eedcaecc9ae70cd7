/** Copies a picture, once. Which ones were copied is kept with what imports took: the address changes with the picture. */
import type { Readable } from "node:stream";
import { type Missing, withLocalFile } from "../imports/local-file.ts";
import { insertItem, itemsOf, sourceKey } from "../imports/store.ts";
import { ApiError } from "../kernel/api/index.ts";
import { change, type OpenContext, type Writing } from "../kernel/context.ts";
import type { TurnTx } from "../kernel/db/handles.ts";
import type { ReceivedFile } from "../kernel/http/receive.ts";
import type { Sides } from "./sides.ts";

export interface PictureCopy {
  /** Whose it is, and its address there. */
  readonly key: string;
  readonly maxBytes: number;
  /** Whose it is here. */
  readonly local_id: number;
  open(): Promise<Readable | Missing>;
  /** Draws it anew, as one that is uploaded, and stores it for the work. */
  drawn(ctx: OpenContext, file: ReceivedFile, work: (path: string) => Promise<void>): Promise<void>;
  show(writing: Writing, path: string): Promise<unknown>;
}

/** In place of whose it is: the picture was tried, and cannot be had. */
const NOT_TO_BE_HAD = 0;

/** What became of the pictures that were tried, by their keys. */
export async function triedPictures({
  ids,
  server,
}: Sides): Promise<(key: string) => "copied" | "missing" | undefined> {
  const noted = await itemsOf(server.app.database.reader, ids.origin, "picture");
  return (key) => {
    const local_id = noted.get(sourceKey(key));
    return local_id === undefined ? undefined : local_id === NOT_TO_BE_HAD ? "missing" : "copied";
  };
}

export async function copyPicture(sides: Sides, copy: PictureCopy): Promise<void> {
  const { server } = sides;
  const ctx = await server.asOperator();
  const image = { id: copy.key, name: "picture.png", contentType: "", open: () => copy.open() };
  const note = (tx: TurnTx, local_id: number) => notePicture(tx, sides, copy.key, local_id);
  const show = (path: string) =>
    change(ctx, async (writing) => {
      await copy.show(writing, path);
      await note(writing.db, copy.local_id);
    });
  try {
    const missing = await withLocalFile(server.app, image, copy.maxBytes, (file) =>
      copy.drawn(ctx, { ...file, name: image.name, contentType: "" }, show),
    );
    if (missing === undefined) return;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  await change(ctx, ({ db }) => note(db, NOT_TO_BE_HAD));
}

async function notePicture(tx: TurnTx, { ids: { origin } }: Sides, source_id: string, local_id: number): Promise<void> {
  await tx
    .deleteFrom("imported_item")
    .where("realm_id", "=", origin.realm_id)
    .where("origin", "=", origin.origin)
    .where("kind", "=", "picture")
    .where("source_id", "=", sourceKey(source_id))
    .execute();
  await insertItem(tx, origin, { kind: "picture", source_id, local_id });
}
