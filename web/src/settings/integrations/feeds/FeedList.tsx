/** The feeds of a bot, what became of the last fetch, and what can be done with each. */
import { feeds as api } from "@parley/server/contract";
import { attempt } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { Empty, Failure, Skeleton } from "../../../parts/states.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { listText, momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import type { FetchedKind } from "../fetched.ts";
import { FeedDialog } from "./FeedDialog.tsx";
import { hasFailed, outcomeText } from "./outcome.ts";
import { type Feed, useFeeds } from "./useFeeds.ts";

interface FeedListProps {
  readonly botId: number;
  readonly kind: FetchedKind;
}

export function FeedList({ botId, kind }: FeedListProps) {
  const { feeds: all, problem, reload } = useFeeds(botId);
  const feeds = all?.filter((feed) => feed.kind === kind);
  const isCalendar = kind === "calendar";
  return (
    <>
      {problem !== undefined && <Failure text={problem} onRetry={reload} />}
      {!feeds && problem === undefined && <Skeleton rows={1} />}
      {feeds?.length === 0 && <Empty icon="feed" title={t(isCalendar ? "feeds.noCalendars" : "feeds.none")} />}
      {feeds && feeds.length > 0 && (
        <ul
          className="integration-deliveries feed-list"
          aria-label={t(isCalendar ? "feeds.calendarList" : "feeds.list")}
        >
          {feeds.map((feed) => (
            <li key={feed.feed_id} data-outcome={feed.last_fetch && hasFailed(feed.last_fetch) ? "refused" : "posted"}>
              <Entry botId={botId} feed={feed} />
            </li>
          ))}
        </ul>
      )}
      <Button
        icon="plus"
        kind="primary"
        onPress={() => openDialog((close) => <FeedDialog botId={botId} kind={kind} onClose={close} />)}
      >
        {t(isCalendar ? "feeds.addCalendar" : "feeds.add")}
      </Button>
    </>
  );
}

interface EntryProps {
  readonly botId: number;
  readonly feed: Feed;
}

function Entry({ botId, feed }: EntryProps) {
  const name = nameOf(feed);
  const isFailing = feed.last_fetch !== null && hasFailed(feed.last_fetch);
  return (
    <>
      <Icon name={isFailing ? "alert" : feed.is_paused ? "minus" : "check"} />
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <code dir="ltr">{feed.url}</code>
        </small>
        <small>
          <Place feed={feed} />
        </small>
        <small>
          <Status feed={feed} />
        </small>
        <Acts botId={botId} feed={feed} name={name} />
      </div>
    </>
  );
}

const nameOf = ({ title, url }: Feed): string => title || (URL.parse(url)?.host ?? t("feeds.noAddress"));

function Place({ feed: { stream_id, topic, filter_words, minutes_before } }: Pick<EntryProps, "feed">) {
  const channel = useStore((state) => state.channels.channels.get(stream_id)?.name);
  return (
    <>
      <bdi>#{channel ?? t("feeds.unknownChannel")}</bdi>
      {topic !== "" && (
        <>
          {" · "}
          <bdi>{topic}</bdi>
        </>
      )}
      {minutes_before !== null && <> · {t("feeds.before", { minutes: minutes_before })}</>}
      {filter_words.length > 0 && <> · {t("feeds.onlyWith", { words: listText(filter_words) })}</>}
    </>
  );
}

function Status({ feed: { kind, is_paused, last_fetch, next_fetch_at } }: Pick<EntryProps, "feed">) {
  const clock = useClock();
  return (
    <>
      {is_paused && <>{t("feeds.paused")} · </>}
      {last_fetch === null ? (
        t("feeds.notYet")
      ) : (
        <>
          {outcomeText(last_fetch, kind)}
          {" · "}
          <time dateTime={new Date(last_fetch.at * 1000).toISOString()}>{momentText(last_fetch.at, clock)}</time>
          {next_fetch_at !== null && <> · {t("feeds.next", { time: momentText(next_fetch_at, clock) })}</>}
        </>
      )}
    </>
  );
}

function Acts({ botId, feed, name }: EntryProps & { readonly name: string }) {
  const { connection } = useSession();
  const asked = { bot_id: botId, feed_id: feed.feed_id };
  const fetchNow = () =>
    attempt(async () => {
      await connection.call(api.fetchFeed, asked);
      showToast({ text: t("feeds.fetching") });
    });
  const pause = () => attempt(() => connection.call(api.updateFeed, { ...asked, is_paused: !feed.is_paused }));
  const edit = () => openDialog((close) => <FeedDialog botId={botId} kind={feed.kind} feed={feed} onClose={close} />);
  const remove = () =>
    openDialog((close) => (
      <FormDialog
        title={t("feeds.removeNamed", { name })}
        action={t("feeds.remove")}
        isDangerous
        onSubmit={() => connection.call(api.removeFeed, asked)}
        onClose={close}
      >
        <p>{t("feeds.removeHelp")}</p>
      </FormDialog>
    ));
  return (
    <div className="form-acts">
      {!feed.is_paused && (
        <Button icon="refresh" onPress={() => void fetchNow()}>
          {t("feeds.fetchNow")}
        </Button>
      )}
      <Button onPress={() => void pause()}>{t(feed.is_paused ? "feeds.resume" : "feeds.pause")}</Button>
      <Button onPress={edit}>{t("feeds.change")}</Button>
      <Button onPress={remove}>{t("feeds.remove")}</Button>
    </div>
  );
}
