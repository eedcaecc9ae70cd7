/** The parts of a snapshot that many registrations share. */
import { isVisitor } from "../../kernel/access/roles.ts";
import type { Context } from "../../kernel/context.ts";
import type { Changes, SnapshotOptions, SnapshotPart } from "../../kernel/feature.ts";
import type { Segment } from "../../kernel/http/shared-text.ts";
import { SharedFields } from "./fields.ts";
import { verifyShared } from "./verify.ts";

/** Parts that are kept as one text. */
interface SharedParts {
  readonly parts: readonly SnapshotPart[];
  readonly key: string;
  readonly stamp: string;
  readonly changedBy: Changes;
}

/** The text of what is shared, each beginning with a comma, and the parts that this user does not share. */
export async function readShared(
  ctx: Context,
  options: SnapshotOptions,
  parts: readonly SnapshotPart[],
): Promise<{ shared: readonly Segment[]; left: readonly SnapshotPart[] }> {
  const { groups, left } = grouped(ctx, options, parts);
  const shared: Segment[] = [];
  for (const group of groups) {
    const [{ sharing }] = group.parts as [SnapshotPart];
    const read = () => fieldsOf(ctx, options, group.parts);
    const made: { from?: object } = {};
    const fields = await options.shared<SharedFields>(group, async (former) => {
      made.from = await read();
      return SharedFields.of(made.from, sharing?.ownItem, former);
    });
    if (ctx.app.checked) verifyShared(group.key, fields, made.from ?? (await read()));
    const own = sharing?.ownItem;
    shared.push(...(own ? fields.seenBy(own.numberOf(ctx), (item) => own.seenBy(ctx, item)) : fields.all));
  }
  return { shared, left };
}

/** A client that selects nothing gets all short parts as one text; few clients select the same ones. */
function grouped(ctx: Context, options: SnapshotOptions, parts: readonly SnapshotPart[]) {
  const groups: SharedParts[] = [];
  const common: SharedParts[] = [];
  const left: SnapshotPart[] = [];
  const prefix = isVisitor(ctx.user) ? "visitors/" : "";
  for (const part of parts) {
    const key = part.sharing?.keyOf(ctx, options);
    if (!part.sharing || key === undefined) {
      left.push(part);
      continue;
    }
    const { changedBy, stampOf } = part.sharing;
    const group = {
      parts: [part],
      key: `${prefix}${part.name}/${key}`,
      stamp: stampOf?.(ctx, options) ?? "",
      changedBy,
    };
    (options.isFiltered || !part.sharing.isShort ? groups : common).push(group);
  }
  return { groups: [...merged(common), ...groups], left };
}

/** They all change with the same events. */
function merged(groups: readonly SharedParts[]): readonly SharedParts[] {
  const [first] = groups;
  if (!first) return [];
  return [
    {
      parts: groups.flatMap((group) => group.parts),
      key: groups.map((group) => group.key).join(" "),
      stamp: first.stamp,
      changedBy: first.changedBy,
    },
  ];
}

async function fieldsOf(ctx: Context, options: SnapshotOptions, parts: readonly SnapshotPart[]): Promise<object> {
  const fields = {};
  for (const part of parts) {
    const read = isVisitor(ctx.user) ? part.readForVisitor : part.read;
    if (read) Object.assign(fields, await read(ctx, options));
  }
  return fields;
}

/** Where a part is not shared, the user's own item is put into its list. */
export function withOwnItem(ctx: Context, { sharing }: SnapshotPart, fields: object): object {
  const own = sharing?.ownItem;
  if (!own) return fields;
  const list = (fields as Record<string, Readonly<Record<string, unknown>>[]>)[own.field] ?? [];
  const number = own.numberOf(ctx);
  return { ...fields, [own.field]: list.map((item) => (item[own.by] === number ? own.seenBy(ctx, item) : item)) };
}
