import { isVisitor } from "../kernel/access/roles.ts";
import type { Context } from "../kernel/context.ts";
import type { Committed } from "../kernel/db/handles.ts";
import { visitorTo } from "../organization/realm.ts";

/** The caller as of the snapshot: their role may have changed since the request was authenticated. */
export async function viewerAsOf(ctx: Context, db: Committed): Promise<Pick<Context, "realm" | "user">> {
  const realm = await ctx.app.identities.realmById(db, ctx.realm.id);
  if (isVisitor(ctx.user)) return { realm, user: visitorTo(realm) };
  const row = await db.selectFrom("user").selectAll().where("id", "=", ctx.user.id).executeTakeFirstOrThrow();
  return { realm, user: await ctx.app.identities.user(db, row, realm.version) };
}
