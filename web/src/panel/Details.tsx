/** Details of the conversation: its channel's description, people, files, and neighbouring topics. */
import { topicKey } from "@parley/client";
import { isResolved, plainTopic } from "../actions/resolved.ts";
import { type Address, narrowAddress } from "../address/address.ts";
import { type NarrowTerm, topicNarrow } from "../address/narrow.ts";
import { unreadConversations } from "../inbox-order/unread.ts";
import { RenderedText } from "../markup/RenderedText.tsx";
import { Icon } from "../parts/Icon.tsx";
import { useChannelTopics } from "../state/channel-topics.ts";
import { useHref } from "../state/place.ts";
import { useMinute } from "../state/presence.ts";
import { useSession } from "../state/session.tsx";
import { useClock, useRealm } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { useIsComplete, useUnreadWords } from "../state/unread-words.ts";
import { shortWhen } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { aboutOf } from "./about.ts";
import { Group } from "./Group.tsx";
import { PersonRow } from "./PersonRow.tsx";
import { ChannelStanding, TopicStanding } from "./Standing.tsx";
import { useWritten } from "./useWritten.ts";

export function Details({ address }: { readonly address: Address }) {
  const { channelId, conversation, terms } = aboutOf(address);
  const { isVisitor } = useSession();
  if (channelId === undefined && conversation === undefined) return <OrganizationDetails />;
  return (
    <>
      {channelId !== undefined && <ChannelFacts channelId={channelId} />}
      {conversation?.type === "topic" && !isVisitor && <TopicStanding {...conversation} />}
      {conversation?.type === "direct" && <DirectPeople userIds={conversation.userIds} />}
      {terms && <Written terms={terms} isTopic={conversation?.type === "topic"} />}
      {channelId !== undefined && (
        <Nearby channelId={channelId} topic={conversation?.type === "topic" ? conversation.topic : undefined} />
      )}
    </>
  );
}

function OrganizationDetails() {
  const name = useRealm("realm_name");
  const description = useRealm("realm_description");
  const people = useStore(({ users }) => {
    let count = 0;
    for (const { is_active, is_bot } of users.users.values()) if (is_active && !is_bot) count++;
    return count;
  });
  return (
    <section>
      <h2>{name}</h2>
      {description && <p className="about">{description}</p>}
      <div className="file">
        <Icon name="people" />
        {t("narrow.people", { count: people })}
      </div>
    </section>
  );
}

function ChannelFacts({ channelId }: { readonly channelId: number }) {
  const channel = useStore((state) => state.channels.channels.get(channelId));
  const { isVisitor } = useSession();
  if (!channel) return null;
  const kind = channel.is_web_public ? "panel.open" : channel.invite_only ? "panel.private" : "panel.public";
  return (
    <section>
      {channel.rendered_description !== "" && (
        <div className="about">
          <RenderedText html={channel.rendered_description} />
        </div>
      )}
      <div className="file">
        <Icon name={channel.is_web_public ? "globe" : channel.invite_only ? "lock" : "people"} />
        <span>{t("narrow.people", { count: channel.subscriber_count })}</span>
        <span className="note">{t(kind)}</span>
      </div>
      {!isVisitor && <ChannelStanding channelId={channelId} />}
      {!channel.history_public_to_subscribers && <p className="about">{t("panel.protectedHistory")}</p>}
    </section>
  );
}

function DirectPeople({ userIds }: { readonly userIds: readonly number[] }) {
  const ownId = useStore((state) => state.users.ownId);
  const people = userIds.length === 0 ? [ownId] : userIds;
  return (
    <Group name={t("panel.inConversation")} count={people.length}>
      {people.map((id) => (
        <PersonRow key={id} userId={id} />
      ))}
    </Group>
  );
}

const MOST_WRITERS = 12;
const MOST_FILES = 10;

function Written({ terms, isTopic }: { readonly terms: readonly NarrowTerm[]; readonly isTopic: boolean }) {
  const { writers, files, hasAllWriters, hasAllFiles } = useWritten(terms);
  const clock = useClock();
  const now = useMinute() * 60;
  return (
    <>
      {isTopic && writers.length > 0 && (
        <Group name={t("panel.inTopic")} count={hasAllWriters ? writers.length : undefined}>
          {writers.slice(0, MOST_WRITERS).map(({ userId, lastAt }) => (
            <PersonRow key={userId} userId={userId} note={shortWhen(lastAt, clock, now)} />
          ))}
        </Group>
      )}
      {files.length > 0 && (
        <Group name={t("panel.files")} count={hasAllFiles ? files.length : undefined}>
          {files.slice(0, MOST_FILES).map(({ href, name, isImage, at }) => (
            <a key={href} className="file" href={href} target="_blank" rel="noopener noreferrer">
              <Icon name={isImage ? "image" : "file"} />
              <span className="trunc">{name}</span>
              <span className="note">{shortWhen(at, clock, now)}</span>
            </a>
          ))}
        </Group>
      )}
    </>
  );
}

const MOST_NEARBY = 5;

function Nearby({ channelId, topic }: { readonly channelId: number; readonly topic: string | undefined }) {
  const name = useStore((state) => state.channels.channels.get(channelId)?.name ?? "");
  const topics = useChannelTopics(channelId, true) ?? [];
  const here = topic === undefined ? undefined : topicKey(channelId, topic);
  const others = topics.filter((each) => topicKey(channelId, each.name) !== here).slice(0, MOST_NEARBY);
  if (others.length === 0) return null;
  return (
    <Group name={t("panel.nearby", { name })}>
      {others.map((each) => (
        <NearbyTopic key={each.name} channelId={channelId} topic={each.name} />
      ))}
    </Group>
  );
}

function NearbyTopic({ channelId, topic }: { readonly channelId: number; readonly topic: string }) {
  const href = useHref(narrowAddress(topicNarrow(channelId, topic)));
  const emptyName = useRealm("realm_empty_topic_display_name");
  const unread = useStore(
    (state) => unreadConversations(state).get(topicKey(channelId, topic))?.messageIds.length ?? 0,
  );
  const isComplete = useIsComplete();
  const words = useUnreadWords();
  const resolved = isResolved(topic);
  return (
    <a className={resolved ? "file done" : "file"} href={href}>
      <Icon name={resolved ? "check" : "hash"} />
      <span className="trunc" dir="auto">
        {topic === "" ? <i>{emptyName}</i> : plainTopic(topic)}
      </span>
      {unread > 0 && <span className="note">{isComplete ? t("panel.new", { count: unread }) : words(unread)}</span>}
    </a>
  );
}
