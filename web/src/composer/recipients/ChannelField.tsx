/** Chooses the channel; the text is unaffected. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { SuggestionList } from "../../parts/suggestions.tsx";
import { useChannelChoice } from "../../parts/useChannelChoice.tsx";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";

export function ChannelField({ channelId }: { readonly channelId: number | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const { focus } = useSyncExternalStore(desk.subscribe, desk.get);
  useEffect(() => {
    if (focus !== "recipient" || channelId !== undefined) return;
    input.current?.focus();
    desk.focus(undefined);
  }, [focus, channelId]);
  const { field, list } = useChannelChoice({
    channelId,
    takesTab: true,
    onChoose: (id) => {
      desk.readdress({ to: "channel", channelId: id, topic: "" });
      desk.focus("recipient");
    },
  });
  const label = t("composer.chooseChannel");
  return (
    <span className="recipient">
      <input ref={input} className="plain-field strong" aria-label={label} placeholder={label} {...field} />
      {list && <SuggestionList list={list} label={label} />}
    </span>
  );
}
