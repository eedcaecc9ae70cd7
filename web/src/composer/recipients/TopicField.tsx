/** The topic: one that there is, a new one, or none where that is allowed. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Suggested, SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { findTopics } from "../../ranking/channel-names.ts";
import { useTopicsOf } from "../../state/channel-topics.ts";
import { useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";
import { codePoints } from "../editing/edited.ts";

interface TopicFieldProps {
  readonly channelId: number;
  readonly topic: string;
  readonly isRequired: boolean;
}

const SHOWN_FROM_LEFT = 10;

export function TopicField({ channelId, topic, isRequired }: TopicFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const emptyName = useRealm("realm_empty_topic_display_name");
  const maxLength = useRealm("max_topic_length");
  const topics = useTopicsOf(channelId, isOpen);
  const { focus } = useSyncExternalStore(desk.subscribe, desk.get);
  useEffect(() => {
    if (focus !== "recipient") return;
    input.current?.focus();
    desk.focus(undefined);
  }, [focus]);
  const set = (name: string) => desk.change({ target: { to: "channel", channelId, topic: name } });
  const pick = (name: string) => {
    set(name);
    setOpen(false);
    desk.focus("text");
  };
  const found = findTopics(
    topic,
    topics.filter((name) => name !== ""),
  );
  const isNew = topic !== "" && !topics.some((name) => name.toLowerCase() === topic.toLowerCase());
  const items: Suggested<string>[] = [
    ...(isRequired ? [] : [{ id: "empty", item: "", content: <em>{emptyName}</em> }]),
    ...found.map((name) => ({ id: `topic ${name}`, item: name, content: <Name name={name} /> })),
    ...(isNew ? [{ id: "new", item: topic, content: t("composer.newTopic", { topic }) }] : []),
  ];
  // What was typed is what Enter takes: the list is there to be gone into.
  const ordered = isNew
    ? [...items.filter(({ id }) => id === "new"), ...items.filter(({ id }) => id !== "new")]
    : items;
  const suggesting = useSuggestions({ items: ordered, isOpen, onPick: pick, onClose: () => setOpen(false) });
  const left = maxLength - codePoints(topic);
  const placeholder = isRequired ? t("composer.nameTopic") : emptyName;
  return (
    <span className="recipient grow">
      <input
        ref={input}
        className={isRequired ? "plain-field strong" : "plain-field strong empty-topic"}
        role="combobox"
        dir="auto"
        aria-expanded={suggesting.list !== undefined}
        aria-label={t("composer.chooseTopic")}
        aria-required={isRequired}
        aria-invalid={left < 0}
        placeholder={placeholder}
        value={topic}
        autoComplete="off"
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          set(target.value);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (suggesting.onKeyDown(event)) return;
          if (event.key === "Enter") {
            event.preventDefault();
            desk.focus("text");
          }
        }}
        {...suggesting.field}
      />
      {left <= SHOWN_FROM_LEFT && (
        <span className={left < 0 ? "num bad" : "num quiet"}>{t("composer.left", { count: left })}</span>
      )}
      {suggesting.list && <SuggestionList list={suggesting.list} label={t("composer.chooseTopic")} />}
    </span>
  );
}

const Name = ({ name }: { readonly name: string }) => (
  <span className="trunc" dir="auto">
    {name}
  </span>
);
