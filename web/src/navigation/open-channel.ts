import { narrowAddress } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { channelNarrow } from "../address/narrow.ts";
import { topicListsOf } from "../state/channel-topics.ts";
import { router } from "../state/place.ts";
import type { Session } from "../state/session.tsx";
import { settingsOf } from "../state/settings.ts";
import { channelAddress } from "./channel-view.ts";

/** Opens a channel as the reader prefers; its newest topic may have to be fetched. */
export async function openChannel(session: Session, channelId: number): Promise<void> {
  const { store } = session;
  const lists = topicListsOf(session);
  const found = () => {
    const view = settingsOf(store.state).web_channel_default_view;
    return channelAddress(store.state, { channelId, view, topics: lists.of(channelId) });
  };
  const from = router.getSnapshot().id;
  let address = found();
  if (!address) {
    await lists.load(channelId);
    address = found();
  }
  // Do nothing if the reader has navigated in the meantime.
  if (router.getSnapshot().id !== from) return;
  router.navigate(fragmentOf(address ?? narrowAddress(channelNarrow(channelId)), store.state));
}
