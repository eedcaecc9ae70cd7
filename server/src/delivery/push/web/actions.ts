import { demand } from "../../../kernel/api/index.ts";
import type { App, WriteContext } from "../../../kernel/context.ts";
import { lockAccount } from "../../../kernel/limits/lock-account.ts";
import { limitOf } from "../../../kernel/limits/room.ts";
import { longKey } from "../devices.ts";
import { changingPushUsers } from "../push-users.ts";
import { InvalidAuthSecret, InvalidEndpoint, InvalidSubscriptionKey, NoSuchSubscription } from "./contract.ts";
import { isAuthSecret, isSubscriptionKey, type SubscriptionKeys } from "./encrypt.ts";
import { deleteSubscription, forgetOldestSubscriptions, saveSubscription } from "./store.ts";

/** Push services use https. A server without https, as on a developer's machine, can also call local services. */
function isEndpoint(app: App, text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.hash) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && app.url().startsWith("http:"));
}

export async function subscribe(
  ctx: WriteContext,
  { endpoint, p256dh, auth }: SubscriptionKeys & { readonly endpoint: string },
): Promise<number> {
  const { app, db, user, now, session } = ctx;
  demand(isEndpoint(app, endpoint), new InvalidEndpoint());
  demand(isSubscriptionKey(p256dh), new InvalidSubscriptionKey());
  demand(isAuthSecret(auth), new InvalidAuthSecret());
  return changingPushUsers(ctx, [user.id], async () => {
    await lockAccount(db, user.id);
    const id = await saveSubscription(db, {
      user_id: user.id,
      session_id: session ?? null,
      endpoint,
      endpoint_key: longKey(endpoint),
      p256dh,
      auth,
      subscribed_at: now,
    });
    await forgetOldestSubscriptions(db, user.id, limitOf(app, "web_push_subscriptions"));
    return id;
  });
}

export async function unsubscribe({ db, user }: WriteContext, endpoint: string): Promise<void> {
  demand(await deleteSubscription(db, user.id, longKey(endpoint)), new NoSuchSubscription());
}
