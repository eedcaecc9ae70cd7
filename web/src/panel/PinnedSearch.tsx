/** A pinned search beside the view: its messages in short, newest last. */

import type { Message } from "@parley/client";
import { useEffect } from "react";
import { isResolved, plainTopic } from "../actions/resolved.ts";
import { narrowAddress } from "../address/address.ts";
import { dmNarrow, type NarrowTerm, nearMessage, topicNarrow } from "../address/narrow.ts";
import { placeOf } from "../palette/place.tsx";
import { IconButton } from "../parts/buttons.tsx";
import { Empty, Failure, Skeleton } from "../parts/states.tsx";
import { peopleName } from "../state/conversation-names.ts";
import { useMessage, useView } from "../state/messages.ts";
import { nameOf } from "../state/people.ts";
import { hrefOf, useHref } from "../state/place.ts";
import { useMinute } from "../state/presence.ts";
import { useRemembered } from "../state/remembered.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { shortWhen } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { previewOf } from "../views/rows/preview.ts";
import { pinnedSearch } from "./open-panel.ts";

export function PinnedSearch() {
  const terms = useRemembered(pinnedSearch);
  if (!terms)
    return (
      <Empty icon="search" title={t("panel.noSearch")}>
        <p>{t("panel.howToPin")}</p>
      </Empty>
    );
  return <Pinned key={JSON.stringify(terms)} terms={terms} />;
}

const SHOWN = 30;

function Pinned({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const { store } = useSession();
  const { view, state } = useView(terms);
  const href = useHref(narrowAddress(terms));
  useEffect(() => {
    void view.open("newest");
    return () => view.close();
  }, [view]);
  const { name } = placeOf(narrowAddress(terms), store.state);
  return (
    <section>
      <h2>
        <a className="trunc" href={href}>
          {name}
        </a>
        <IconButton icon="close" size="s" label={t("panel.unpin")} onPress={() => pinnedSearch.set(null)} />
      </h2>
      {state.error && <Failure text={t("narrow.couldNotLoad")} onRetry={() => void view.open("newest")} />}
      {!state.isOpened && !state.error && <Skeleton onRetry={() => void view.open("newest")} />}
      {state.isOpened && state.ids.length === 0 && <p className="about">{t("panel.nothingFound")}</p>}
      {state.ids.slice(-SHOWN).map((id) => (
        <Found key={id} id={id} />
      ))}
    </section>
  );
}

function Found({ id }: { readonly id: number }) {
  const message = useMessage(id);
  return message ? <FoundMessage message={message} /> : null;
}

function FoundMessage({ message }: { readonly message: Message }) {
  const { store } = useSession();
  const { ownId } = store.state.users;
  const sender = useStore((state) => nameOf(state, message.sender_id));
  const clock = useClock();
  const now = useMinute() * 60;
  const isTopic = message.type === "stream";
  const others = Array.isArray(message.display_recipient)
    ? message.display_recipient.map(({ id }) => id).filter((id) => id !== ownId)
    : [];
  const narrow = isTopic ? topicNarrow(message.stream_id ?? 0, message.subject) : dmNarrow(others);
  const place = isTopic
    ? `${isResolved(message.subject) ? "✓ " : ""}${plainTopic(message.subject)}`
    : peopleName(store.state, others);
  return (
    <a className="found" href={hrefOf(narrowAddress(nearMessage(narrow, message.id)), store.state)}>
      <span className="found-head">
        <b className="trunc">{sender}</b>
        <span className="note">{shortWhen(message.timestamp, clock, now)}</span>
      </span>
      <span className="quiet trunc" dir="auto">
        {place}
      </span>
      <span className="found-text" dir="auto">
        {previewOf(message)}
      </span>
    </a>
  );
}
