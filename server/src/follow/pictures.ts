/** Pictures that people have chosen. */
import { skipped } from "../imports/skipped.ts";
import { change } from "../kernel/context.ts";
import { changeAvatar, withAvatar } from "../people/avatars/actions.ts";
import type { Difference } from "./difference.ts";
import { copyPicture, triedPictures } from "./picture-copy.ts";
import type { Sides } from "./sides.ts";

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

export async function pictureDifferences(sides: Sides): Promise<Difference[]> {
  const { remote, local, ids } = sides;
  const outcomeOf = await triedPictures(sides);
  return [...remote.people.values()].flatMap((person) => {
    const id = ids.get("person", person.id);
    if (id === undefined) return [];
    const says = `${person.name} (${person.id}) has another picture.`;
    const hasOne = local.people.get(id)?.picture !== undefined;
    const { picture } = person;
    if (picture === undefined) return hasOne ? [{ says, mend: () => remove(sides, id) }] : [];
    const key = `${person.id} ${picture}`;
    const outcome = outcomeOf(key);
    if (outcome === "missing") sides.leaveOut(skipped("pictures of people", "they cannot be read", person.name));
    if (outcome === "missing" || (outcome === "copied" && hasOne)) return [];
    const mend = () =>
      copyPicture(sides, {
        key,
        maxBytes: MAX_PICTURE_BYTES,
        local_id: id,
        open: () => largest(sides, picture),
        drawn: withAvatar,
        show: (writing, path) => changeAvatar(writing, id, path),
      });
    return [{ says, mend }];
  });
}

/** The larger one, where there is one. */
async function largest({ openPicture }: Sides, address: string) {
  const medium = await openPicture(address.replace(/\.png(?=\?|$)/, "-medium.png"));
  return "missing" in medium ? openPicture(address) : medium;
}

async function remove({ server }: Sides, id: number): Promise<void> {
  await change(await server.asOperator(), async (writing) => void (await changeAvatar(writing, id, null)));
}
