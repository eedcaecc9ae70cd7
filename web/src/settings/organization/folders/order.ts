/** The order of channel folders, and the order after one of them was moved. */
import type { State } from "@parley/client";

export type Folder = State["folders"] extends ReadonlyMap<number, infer F> ? F : never;

type Ordered = Pick<Folder, "id" | "order" | "is_archived">;

export const inOrder = <F extends Ordered>(folders: Iterable<F>): readonly F[] =>
  [...folders].sort((one, other) => one.order - other.order || one.id - other.id);

/** All ids, as the server wants them. Archived folders are not shown, so a folder moves past them. */
export function orderAfterMove(folders: Iterable<Ordered>, id: number, by: 1 | -1): readonly number[] | undefined {
  const ordered = inOrder(folders);
  const ids = ordered.map((folder) => folder.id);
  const shown = ordered.filter(({ is_archived }) => !is_archived).map((folder) => folder.id);
  const passed = shown[shown.indexOf(id) + by];
  if (!shown.includes(id) || passed === undefined) return undefined;
  const others = ids.filter((each) => each !== id);
  others.splice(others.indexOf(passed) + (by > 0 ? 1 : 0), 0, id);
  return others;
}
