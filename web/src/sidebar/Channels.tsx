/** The folders and their channels. */

import { isOneList } from "../inbox-order/folders.ts";
import { countOfChannels, countsOf, type UnreadConversation, unreadParts } from "../inbox-order/unread.ts";
import { Icon } from "../parts/Icon.tsx";
import { WindowedList } from "../parts/WindowedList.tsx";
import { nameFilter } from "../ranking/match.ts";
import { useHref } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { ChannelRow } from "./ChannelRow.tsx";
import { useSteady } from "./held.ts";
import type { Here } from "./here.ts";
import { Row } from "./Row.tsx";
import { Section } from "./Section.tsx";
import { type ChannelSection, channelSections } from "./sections.ts";

interface ChannelsProps {
  readonly here: Here;
  readonly filter: string;
}

function useSectionName({ type, folderId }: ChannelSection): string {
  const name = useStore((state) => (folderId === undefined ? undefined : state.folders.get(folderId)?.name));
  const others = useStore((state) => (isOneList(state) ? "phone.channels" : "sidebar.otherChannels"));
  return name ?? t(type === "pinned" ? "sidebar.pinned" : others);
}

export function Channels({ here, filter }: ChannelsProps) {
  const sections = useStore(channelSections);
  const all = useHref({ kind: "channels", list: "all" });
  const { isVisitor } = useSession();
  return (
    <>
      {sections.map((section) => (
        <Folder key={section.key} section={section} here={here} filter={filter} />
      ))}
      {filter === "" && !isVisitor && (
        <ul className="sec">
          <Row href={all} name={t("sidebar.browseChannels")} mark={<Icon name="plus" />} />
        </ul>
      )}
    </>
  );
}

interface FolderProps extends ChannelsProps {
  readonly section: ChannelSection;
}

function Folder({ section, here, filter }: FolderProps) {
  const ids = useMatching(section.channelIds, filter);
  const inactive = useMatching(section.inactiveIds, filter);
  const name = useSectionName(section);
  const counts = useStore(countsOf);
  const { unread, hasMention } = countOfChannels(counts, [...section.channelIds, ...section.inactiveIds]);
  if (ids.length + inactive.length === 0) return null;
  return (
    <Section id={section.key} name={name} unread={unread} hasMention={hasMention} isForcedOpen={filter !== ""}>
      <ChannelList ids={ids} here={here} filter={filter} />
      {inactive.length > 0 && (
        <Section
          id={`inactive-${section.key}`}
          name={t("sidebar.inactive")}
          unread={0}
          isForcedOpen={filter !== "" || (here.channelId !== undefined && inactive.includes(here.channelId))}
          isFoldedAtFirst
        >
          <ChannelList ids={inactive} here={here} filter={filter} />
        </Section>
      )}
    </Section>
  );
}

function ChannelList({ ids, here, filter }: ChannelsProps & { readonly ids: readonly number[] }) {
  const rows = useSteady(ids.map((id) => ({ key: `${id}`, id })));
  return (
    <WindowedList items={rows} cursor={here.channelId === undefined ? undefined : `${here.channelId}`}>
      {({ key, id }, place) => (
        <ChannelRow
          key={key}
          channelId={id}
          here={here.channelId === id ? here : undefined}
          filter={filter}
          place={place}
        />
      )}
    </WindowedList>
  );
}

/** Channels whose name, or an unread topic's name, matches. */
function useMatching(ids: readonly number[], filter: string): readonly number[] {
  const channels = useStore((state) => state.channels.channels);
  const topicsIn = useStore((state) => (filter === "" ? undefined : unreadParts(state)));
  if (filter === "") return ids;
  const matches = nameFilter(filter);
  return ids.filter((id) => {
    const name = channels.get(id)?.name ?? "";
    const topics = topicsIn?.get(id)?.newestFirst ?? [];
    const isNamed = ({ conversation }: UnreadConversation) =>
      conversation.type === "topic" && matches(conversation.topic);
    return matches(name) || topics.some(isNamed);
  });
}
