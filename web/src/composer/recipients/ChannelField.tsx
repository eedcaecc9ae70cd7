/** Chooses the channel; the text stays whatever is chosen. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { ChannelNames } from "../../ranking/channel-names.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";

const names = new ChannelNames();

export function ChannelField({ channelId }: { readonly channelId: number | undefined }) {
  const channels = useStore((state) => state.channels);
  const name = channelId === undefined ? "" : (channels.channels.get(channelId)?.name ?? "");
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { focus } = useSyncExternalStore(desk.subscribe, desk.get);
  useEffect(() => {
    if (focus !== "recipient" || channelId !== undefined) return;
    input.current?.focus();
    desk.focus(undefined);
  }, [focus, channelId]);
  const pick = (id: number) => {
    setTyped(undefined);
    desk.change({ target: { to: "channel", channelId: id, topic: "" } });
    desk.focus("recipient");
  };
  const isOpen = typed !== undefined;
  if (isOpen) names.follow({ channels });
  const found = isOpen ? names.find(typed, { openId: channelId }) : [];
  const suggesting = useSuggestions({
    isOpen,
    onPick: pick,
    onClose: () => setTyped(undefined),
    items: found.map((id) => ({
      id: `${id}`,
      item: id,
      content: (
        <>
          <Tile channelId={id} />
          <span className="trunc" dir="auto">
            {channels.channels.get(id)?.name}
          </span>
        </>
      ),
    })),
  });
  return (
    <span className="recipient">
      <input
        ref={input}
        className="plain-field strong"
        role="combobox"
        aria-expanded={suggesting.list !== undefined}
        aria-label={t("composer.chooseChannel")}
        placeholder={t("composer.chooseChannel")}
        value={typed ?? name}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        onClick={() => setTyped("")}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (!suggesting.onKeyDown(event) && event.key === "ArrowDown") setTyped("");
        }}
        {...suggesting.field}
      />
      {suggesting.list && <SuggestionList list={suggesting.list} label={t("composer.chooseChannel")} />}
    </span>
  );
}
