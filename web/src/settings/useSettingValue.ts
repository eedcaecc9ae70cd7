/** The value of a setting: as it is stored, or as it was just changed here until the server has announced it. */
import { useState } from "react";
import { attempt, sentenceOf } from "../actions/attempt.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { saySaved } from "./saved.ts";
import type { Setting, SettingSource } from "./setting.ts";

/** Longer than an event takes. If none has come, the server kept the old value. */
const ANNOUNCED_AFTER_MS = 5000;

interface Pending {
  readonly value: unknown;
  /** The stored value when it was changed: once that is another one, this is outdated. */
  readonly from: unknown;
}

export interface SettingValue {
  readonly value: unknown;
  /** Why the server refused the last change. */
  readonly problem: string | undefined;
  readonly change: (value: unknown) => void;
}

export function useSettingValue<Key extends string>(
  { key }: Pick<Setting<Key>, "key">,
  source: SettingSource<Key>,
): SettingValue {
  const { connection, store } = useSession();
  const stored = useStore((state) => source.read(state, key));
  const [pending, setPending] = useState<Pending>();
  const [problem, setProblem] = useState<string>();
  // For good: the old value may come back, by Undo or by somebody else.
  if (pending && !Object.is(pending.from, stored)) setPending(undefined);
  const value = pending && Object.is(pending.from, stored) ? pending.value : stored;
  const change = async (next: unknown) => {
    if (Object.is(next, value)) return;
    const from = source.read(store.state, key);
    const mine = { value: next, from };
    setPending(mine);
    setProblem(undefined);
    const drop = () => setPending((now) => (now === mine ? undefined : now));
    try {
      await source.save(connection, key, next);
      saySaved({ undo: () => void attempt(() => source.save(connection, key, from)) });
      setTimeout(drop, ANNOUNCED_AFTER_MS);
    } catch (error) {
      drop();
      setProblem(sentenceOf(error));
    }
  };
  return { value, problem, change: (next) => void change(next) };
}
