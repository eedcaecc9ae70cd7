/**
 * Something that happens in a feature, which other features can listen to:
 *
 *     export const channelArchived = moment<{ channel: ChannelRow }, WriteContext>("a channel was archived");
 *     await happened(ctx, channelArchived, { channel });              // where it happens
 *     when: [on(channelArchived, (ctx, { channel }) => …)]            // in the declaration of a feature above
 *
 * Listeners run in the transaction of the change, one after another, in the order of `features.ts`. They are registered
 * when the server starts, so a moment without listeners costs one map lookup. When all listeners are synchronous,
 * `happened` returns `undefined` and there is nothing to await.
 */
export interface Moment<T, C extends Telling> {
  readonly name: string;
  /** Never set: it ties the payload's type to the listeners' types. */
  readonly heardBy?: Listener<T, C>;
}

export type Listener<T, C> = (ctx: C, what: T) => Promise<void> | void;

interface Telling {
  readonly app: { readonly listeners: Listeners };
}

type AnyListener = Listener<never, never>;
export type Listeners = ReadonlyMap<object, readonly AnyListener[]>;

export interface When {
  readonly moment: object;
  readonly listener: AnyListener;
}

export const moment = <T, C extends Telling>(name: string): Moment<T, C> => ({ name });

export const on = <T, C extends Telling>(moment: Moment<T, C>, listener: Listener<T, C>): When => ({
  moment,
  listener,
});

export function listenersOf(all: readonly When[]): Listeners {
  const byMoment = Map.groupBy(all, ({ moment }) => moment);
  return new Map([...byMoment].map(([moment, some]) => [moment, some.map(({ listener }) => listener)]));
}

/** Runs the listeners; the change must await the result. */
export function happened<T, C extends Telling>(ctx: C, moment: Moment<T, C>, what: T): Promise<void> | undefined {
  const listeners = ctx.app.listeners.get(moment) as readonly Listener<T, C>[] | undefined;
  if (!listeners) return undefined;
  for (let n = 0; n < listeners.length; n++) {
    const waiting = listeners[n]?.(ctx, what);
    if (waiting) return tellOthers(ctx, listeners, n + 1, what, waiting);
  }
  return undefined;
}

async function tellOthers<T, C>(
  ctx: C,
  listeners: readonly Listener<T, C>[],
  next: number,
  what: T,
  waiting: Promise<void>,
): Promise<void> {
  await waiting;
  for (let n = next; n < listeners.length; n++) {
    const answer = listeners[n]?.(ctx, what);
    if (answer) await answer;
  }
}
