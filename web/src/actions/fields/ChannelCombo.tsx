/** Chooses a channel by typing a part of its name. */
import { useState } from "react";
import { SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { ChannelNames } from "../../ranking/channel-names.ts";
import { useStore } from "../../state/store.ts";

const names = new ChannelNames();

interface ChannelComboProps {
  readonly label: string;
  readonly channelId: number;
  readonly isDisabled?: boolean;
  readonly onChange: (channelId: number) => void;
}

export function ChannelCombo({ label, channelId, isDisabled = false, onChange }: ChannelComboProps) {
  const channels = useStore((state) => state.channels);
  const [typed, setTyped] = useState<string>();
  const isOpen = typed !== undefined;
  if (isOpen) names.follow({ channels });
  const found = isOpen ? names.find(typed, { openId: channelId }) : [];
  const suggesting = useSuggestions({
    isOpen,
    onPick: (id: number) => {
      setTyped(undefined);
      onChange(id);
    },
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
    <span className="combo">
      <span className="combo-mark">
        <Tile channelId={channelId} />
      </span>
      <input
        className="field"
        role="combobox"
        aria-label={label}
        aria-expanded={suggesting.list !== undefined}
        dir="auto"
        autoComplete="off"
        disabled={isDisabled}
        value={typed ?? channels.channels.get(channelId)?.name ?? ""}
        onFocus={({ target }) => target.select()}
        onClick={() => setTyped("")}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (!suggesting.onKeyDown(event) && event.key === "ArrowDown") setTyped("");
        }}
        {...suggesting.field}
      />
      {suggesting.list && <SuggestionList list={suggesting.list} label={label} />}
    </span>
  );
}
