import { isVisitor } from "../kernel/access/roles.ts";
import type { UserId } from "../kernel/api/ids.ts";
import type { Context } from "../kernel/context.ts";
import { compiled } from "../kernel/db/compiled.ts";
import type { Committed } from "../kernel/db/handles.ts";
import { visitorTo } from "../organization/realm.ts";

const account = compiled((db, { id }: { id: UserId }) => db.selectFrom("user").selectAll().where("id", "=", id));

/** The caller as of the snapshot: their role may have changed since the request was authenticated. */
export async function viewerAsOf(ctx: Context, db: Committed): Promise<Pick<Context, "realm" | "user">> {
  const readingRealm = ctx.app.identities.realmById(db, ctx.realm.id);
  if (isVisitor(ctx.user)) {
    const realm = await readingRealm;
    return { realm, user: visitorTo(realm) };
  }
  const [realm, [row]] = await Promise.all([readingRealm, account(db, { id: ctx.user.id })]);
  if (!row) throw new Error(`There is no user ${ctx.user.id}.`);
  return { realm, user: await ctx.app.identities.user(db, row, realm.version) };
}
