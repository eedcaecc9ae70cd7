/** One option of the palette. */
import { useEffect, useRef } from "react";
import { localTime } from "../card/facts.ts";
import { conversationKey, countsOf, unreadConversations } from "../inbox-order/unread.ts";
import { commandLabel, keyLabel } from "../keyboard/keys.ts";
import { Count } from "../parts/Count.tsx";
import { Icon } from "../parts/Icon.tsx";
import { useMinute } from "../state/presence.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { piecesOf } from "./marked.ts";
import type { PaletteOption } from "./options.ts";
import { placeOf } from "./place.tsx";

interface OptionProps {
  readonly id: string;
  readonly option: PaletteOption;
  readonly typed: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

export function Option({ id, option, typed, isActive, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      ref={line}
      id={id}
      role="option"
      className={isActive ? "opt on" : "opt"}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Content option={option} typed={typed} />
    </div>
  );
}

function Content({ option, typed }: Pick<OptionProps, "option" | "typed">) {
  const { store } = useSession();
  if (option.type === "search")
    return (
      <>
        <Icon name="search" />
        <span className="trunc">{t("palette.searchFor", { words: option.words })}</span>
        <span className="note">
          <kbd>{t("palette.searchKey")}</kbd>
        </span>
      </>
    );
  if (option.type === "command")
    return (
      <>
        <Icon name="key" />
        <Name name={t(commandLabel(option.command))} typed={typed} />
        <kbd>{keyLabel(option.command)}</kbd>
      </>
    );
  const { name, note, mark } = placeOf(option.address, store.state);
  return (
    <>
      {mark}
      <Name name={name} typed={typed} />
      <span className="note">
        {option.item?.type === "person" ? <LocalTime userId={option.item.userId} /> : note}
        <Unread option={option} />
      </span>
    </>
  );
}

const Name = ({ name, typed }: { readonly name: string; readonly typed: string }) => (
  <span className="trunc" dir="auto">
    {piecesOf(name, typed).map(({ text, isTyped }, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one name have no other order.
      isTyped ? <b key={at}>{text}</b> : text,
    )}
  </span>
);

function LocalTime({ userId }: { readonly userId: number }) {
  const timezone = useStore((state) => state.users.users.get(userId)?.timezone);
  const clock = useClock();
  const now = useMinute() * 60;
  return <>{localTime(timezone, clock, now)}</>;
}

function Unread({ option }: { readonly option: Extract<PaletteOption, { type: "place" }> }) {
  const { item } = option;
  const count = useStore((state) => {
    if (item?.type === "channel") return countsOf(state).channels.get(item.channelId)?.unread ?? 0;
    const conversation =
      item?.type === "person"
        ? ({ type: "direct", userIds: [item.userId] } as const)
        : item?.type === "conversation"
          ? item.conversation
          : undefined;
    if (!conversation) return 0;
    return unreadConversations(state).get(conversationKey(conversation))?.messageIds.length ?? 0;
  });
  return <Count unread={count} />;
}
