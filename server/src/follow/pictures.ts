/** Pictures that people have chosen. Which one was copied last is kept with what imports took: the address changes with the picture. */
import { withLocalFile } from "../imports/local-file.ts";
import { skipped } from "../imports/records.ts";
import { insertItem, itemsOf, sourceKey } from "../imports/store.ts";
import { ApiError } from "../kernel/api/index.ts";
import { change } from "../kernel/context.ts";
import type { TurnTx } from "../kernel/db/handles.ts";
import { changeAvatar, withAvatar } from "../people/avatars/actions.ts";
import type { Difference } from "./difference.ts";
import type { Sides } from "./sides.ts";
import type { PersonState } from "./state.ts";

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** In place of the account: the picture was tried, and cannot be had. */
const NOT_TO_BE_HAD = 0;

export async function pictureDifferences(sides: Sides): Promise<Difference[]> {
  const { remote, local, ids, server } = sides;
  const noted = await itemsOf(server.app.database.reader, ids.origin, "picture");
  return [...remote.people.values()].flatMap((person) => {
    const id = ids.get("person", person.id);
    if (id === undefined) return [];
    const says = `${person.name} (${person.id}) has another picture.`;
    const hasOne = local.people.get(id)?.picture !== undefined;
    if (person.picture === undefined) {
      return hasOne ? [{ says, mend: () => remove(sides, id) }] : [];
    }
    const known = noted.get(sourceKey(keyOf(person)));
    if (known === NOT_TO_BE_HAD) sides.leaveOut(skipped("pictures of people", "they cannot be read", person.name));
    const isSame = known === NOT_TO_BE_HAD || (known !== undefined && hasOne);
    return isSame ? [] : [{ says, mend: () => copy(sides, person, id) }];
  });
}

const keyOf = ({ id, picture = "" }: PersonState): string => `${id} ${picture}`;

async function copy(sides: Sides, person: PersonState, id: number): Promise<void> {
  const { server, openPicture } = sides;
  const ctx = await server.asOperator();
  const address = person.picture as string;
  const open = async () => {
    // The larger one, where there is one.
    const medium = await openPicture(address.replace(/\.png(?=\?|$)/, "-medium.png"));
    return "missing" in medium ? openPicture(address) : medium;
  };
  const image = { id: address, name: "picture.png", contentType: "", open };
  try {
    const stored = await withLocalFile(server.app, image, MAX_PICTURE_BYTES, (file) =>
      withAvatar(ctx, { ...file, name: image.name, contentType: "" }, (path) =>
        change(ctx, async (writing) => {
          await changeAvatar(writing, id, path);
          await note(writing.db, sides, person, id);
        }),
      ),
    );
    if (stored === undefined) return;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  await change(ctx, ({ db }) => note(db, sides, person, NOT_TO_BE_HAD));
}

async function remove({ server }: Sides, id: number): Promise<void> {
  await change(await server.asOperator(), async (writing) => void (await changeAvatar(writing, id, null)));
}

async function note(tx: TurnTx, { ids: { origin } }: Sides, person: PersonState, local_id: number): Promise<void> {
  const source_id = keyOf(person);
  await tx
    .deleteFrom("imported_item")
    .where("realm_id", "=", origin.realm_id)
    .where("origin", "=", origin.origin)
    .where("kind", "=", "picture")
    .where("source_id", "=", sourceKey(source_id))
    .execute();
  await insertItem(tx, origin, { kind: "picture", source_id, local_id });
}
