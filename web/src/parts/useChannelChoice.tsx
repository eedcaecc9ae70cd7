/** Chooses a channel by part of its name: the state of such a field. */
import { useState } from "react";
import { ChannelNames } from "../ranking/channel-names.ts";
import { once } from "../state/once.ts";
import { useStore } from "../state/store.ts";
import { useSuggestions } from "./suggestions.tsx";
import { Tile } from "./Tile.tsx";

const names = once(() => new ChannelNames());

interface ChannelChoice {
  readonly channelId: number | undefined;
  /** Whether Tab takes the first suggestion for what is typed, as in the composer; in a form it moves on. */
  readonly takesTab?: boolean;
  readonly onChoose: (channelId: number) => void;
}

export function useChannelChoice({ channelId, takesTab = false, onChoose }: ChannelChoice) {
  const channels = useStore((state) => state.channels);
  const [typed, setTyped] = useState<string>();
  const isOpen = typed !== undefined;
  if (isOpen) names().follow({ channels });
  const nameOf = (id: number) => channels.channels.get(id)?.name;
  const found = isOpen ? names().find(typed, { openId: channelId }) : [];
  const suggesting = useSuggestions({
    isOpen,
    takesTab: takesTab && typed !== "",
    onPick: (id: number) => {
      setTyped(undefined);
      onChoose(id);
    },
    onClose: () => setTyped(undefined),
    items: found.map((id) => ({
      id: `${id}`,
      item: id,
      content: (
        <>
          <Tile channelId={id} />
          <span className="trunc" dir="auto">
            {nameOf(id)}
          </span>
        </>
      ),
    })),
  });
  const field = {
    role: "combobox",
    "aria-expanded": suggesting.list !== undefined,
    autoComplete: "off",
    value: typed ?? (channelId === undefined ? "" : (nameOf(channelId) ?? "")),
    onFocus: ({ target }: React.FocusEvent<HTMLInputElement>) => target.select(),
    onClick: () => setTyped(""),
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    onBlur: () => setTyped(undefined),
    onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => {
      if (!suggesting.onKeyDown(event) && event.key === "ArrowDown") setTyped("");
    },
    ...suggesting.field,
  };
  return { field, list: suggesting.list };
}
