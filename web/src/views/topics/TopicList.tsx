import { useStore } from "../../state/store.ts";
import "../lists.css";

export function TopicList({ channelId }: { readonly channelId: number }) {
  const name = useStore((state) => state.channels.channels.get(channelId)?.name);
  return (
    <div className="view list">
      <h1>{name}</h1>
    </div>
  );
}
