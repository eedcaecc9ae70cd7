/** How often the password of one account may be guessed. */
import type { RealmId } from "../api/ids.ts";
import type { App } from "../context.ts";
import { fold } from "../db/names.ts";
import { RateLimiter } from "../http/rate-limit.ts";

const limiters = new WeakMap<App, RateLimiter>();

export interface Attempts {
  /** Counts one more, or throws. */
  admit(): void;
  /** A success clears the failures before it. */
  clear(): void;
}

/** Undefined where limits are turned off. */
export function signInLimit(app: App, realmId: RealmId, address: string): Attempts | undefined {
  const rule = app.config.rateLimits?.authenticate_by_username;
  if (!rule) return undefined;
  const limiter = limiters.get(app) ?? new RateLimiter(rule, app.clock);
  limiters.set(app, limiter);
  const caller = `${realmId} ${fold(address)}`;
  return { admit: () => void limiter.admit(caller), clear: () => limiter.clear(caller) };
}
