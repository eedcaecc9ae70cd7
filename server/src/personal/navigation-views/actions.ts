import { demand } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandFits } from "../../kernel/limits/room.ts";
import { BuiltInHasName, CustomNeedsName, isBuiltIn, ViewDoesNotExist, ViewExists } from "./contract.ts";
import { viewAddEvent, viewRemoveEvent, viewUpdateEvent } from "./events.ts";
import { changeView, insertView, removeView, type ViewRow, viewsOf } from "./store.ts";

export async function addNavigationView(ctx: WriteContext, view: ViewRow): Promise<void> {
  const { fragment, name } = view;
  demand(!isBuiltIn(fragment) || name === null, new BuiltInHasName());
  demand(isBuiltIn(fragment) || name !== null, new CustomNeedsName());
  const others = await currentViews(ctx);
  const isTaken = others.some((other) => other.fragment === fragment || (name !== null && other.name === name));
  demand(!isTaken, new ViewExists());
  demandFits(ctx, "navigation_views", others.length + 1);
  await insertView(ctx.db, ctx.user.id, view);
  append(ctx, viewAddEvent({ op: "add", navigation_view: view }), toUsers(ctx.user.id));
}

/** The view's own name counts as taken too. */
export async function editNavigationView(
  ctx: WriteContext,
  fragment: string,
  data: { readonly is_pinned?: boolean; readonly name?: string },
): Promise<void> {
  const { name } = data;
  demand(!isBuiltIn(fragment) || name === undefined, new BuiltInHasName());
  const views = await currentViews(ctx);
  demand(name === undefined || !views.some((view) => view.name === name), new ViewExists());
  demand(
    views.some((view) => view.fragment === fragment),
    new ViewDoesNotExist(),
  );
  if (Object.keys(data).length === 0) return;
  await changeView(ctx.db, ctx.user.id, fragment, data);
  append(ctx, viewUpdateEvent({ op: "update", fragment, data }), toUsers(ctx.user.id));
}

export async function removeNavigationView(ctx: WriteContext, fragment: string): Promise<void> {
  demand(await removeView(ctx.db, ctx.user.id, fragment), new ViewDoesNotExist());
  append(ctx, viewRemoveEvent({ op: "remove", fragment }), toUsers(ctx.user.id));
}

async function currentViews({ db, user }: WriteContext): Promise<ViewRow[]> {
  return viewsOf(db, user.id);
}
