/** One warning at a time for the writer before sending. */
import { channels as operations } from "@parley/server/contract";
import { attempt } from "../actions/attempt.ts";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import type { Target } from "./target.ts";
import { type Warning, warningFor } from "./warning.ts";

export function Warnings({ target, text }: { readonly target: Target; readonly text: string }) {
  const users = useStore((state) => state.users);
  const channels = useStore((state) => state.channels);
  const groups = useStore((state) => state.groups);
  const realm = useStore((state) => state.realm);
  const warning = warningFor({ users, channels, groups, realm }, target, text);
  return warning ? <ShownWarning warning={warning} /> : null;
}

function ShownWarning({ warning: { text, subscribe } }: { readonly warning: Warning }) {
  const { connection } = useSession();
  if (!subscribe) return <Banner>{text}</Banner>;
  const { label, channel, userIds } = subscribe;
  const add = () =>
    attempt(() =>
      connection.call(operations.subscribe, { subscriptions: [{ name: channel }], principals: [...userIds] }),
    );
  return <Banner action={{ label, do: () => void add() }}>{text}</Banner>;
}
