/** The content and actions of a person's card. */
import { holderOf } from "@parley/client";
import { mutedUsers } from "@parley/server/contract";
import { mayChangeUsers } from "@parley/server/people/users/permissions.ts";
import { attempt } from "../actions/attempt.ts";
import { narrowAddress } from "../address/address.ts";
import { parseFragment } from "../address/fragment.ts";
import { channelNarrow, conversationOf, dmNarrow } from "../address/narrow.ts";
import { openDialog } from "../app/dialogs.tsx";
import { compose } from "../composer/intents.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { Button, IconButton } from "../parts/buttons.tsx";
import { later } from "../parts/later.tsx";
import { MenuButton, type MenuRow } from "../parts/Menu.tsx";
import { showToast } from "../parts/toasts.tsx";
import { StatusEmoji } from "../sidebar/StatusEmoji.tsx";
import { useOwnId, usePerson } from "../state/people.ts";
import { hrefOf, router, useGo } from "../state/place.ts";
import { useMinute, usePresence } from "../state/presence.ts";
import { type Session, useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { groupNames, localTime, profileFacts, sharedChannels } from "./facts.ts";
import { botTypeName, roleName } from "./kinds.ts";
import { canPassOnReset } from "./reset.ts";
import { useIsUnverified } from "./unverified.ts";
import "../parts/facts.css";
import "./card.css";

const ResetLinkDialog = later(() => import("./ResetLinkDialog.tsx").then((loaded) => loaded.ResetLinkDialog));
const ManageDialog = later(() =>
  import("../settings/organization/people/ManageDialog.tsx").then((loaded) => loaded.ManageDialog),
);

interface CardProps {
  readonly userId: number;
  /** Closes the card before something else opens. */
  readonly onLeave: () => void;
}

interface WholeCardProps extends CardProps {
  /** Without actions. */
  readonly isPreview?: boolean;
}

export function Card({ userId, onLeave, isPreview = false }: WholeCardProps) {
  const person = usePerson(userId);
  const presence = usePresence(userId);
  const isUnverified = useIsUnverified(userId);
  if (!person) return <p>{t("parts.unknownPerson")}</p>;
  const name = person.is_active ? person.full_name : t("parts.deactivated", { name: person.full_name });
  const email = person.delivery_email ?? "";
  const under = person.is_bot
    ? botTypeName(person)
    : isUnverified && email !== ""
      ? t("card.unverified", { email })
      : email;
  return (
    <>
      <div className="card-top">
        <Avatar userId={userId} withPresence />
        <div className="trunc">
          <b className="trunc" dir="auto">
            {name}
          </b>
          <div className="quiet card-address">{under}</div>
        </div>
        <span className="sr">{presence === "away" ? t("card.away") : t(`parts.${presence}`)}</span>
      </div>
      <Facts userId={userId} />
      {!isPreview && <Acts userId={userId} onLeave={onLeave} />}
    </>
  );
}

function Facts({ userId }: { readonly userId: number }) {
  const person = usePerson(userId);
  const status = useStore((state) => state.statuses.get(userId));
  const users = useStore((state) => state.users);
  const groups = useStore((state) => state.groups);
  const channels = useStore((state) => state.channels);
  const profileFields = useStore((state) => state.profileFields);
  const realm = useStore((state) => state.realm);
  const clock = useClock();
  const now = useMinute() * 60;
  const { store } = useSession();
  if (!person) return null;
  const time = person.is_bot ? undefined : localTime(person.timezone, clock, now);
  const own = groupNames(userId, { groups });
  const shared = sharedChannels(userId, { channels });
  const owner = person.bot_owner_id === null ? undefined : users.users.get(person.bot_owner_id);
  return (
    <dl className="facts">
      {(status?.status_text || status?.emoji_code) && (
        <Fact name={t("card.status")}>
          <StatusEmoji status={status} /> {status.status_text}
        </Fact>
      )}
      {time && <Fact name={t("card.localTime")}>{time}</Fact>}
      {!person.is_bot && <Fact name={t("card.role")}>{roleName(person)}</Fact>}
      {owner && <Fact name={t("card.botOwner")}>{owner.full_name}</Fact>}
      {profileFacts(person, { profileFields, users, realm }).map(({ id, name, value, href }) => (
        <Fact key={id} name={name}>
          {href ? (
            <a href={href} target="_blank" rel="noopener noreferrer">
              {value}
            </a>
          ) : (
            value
          )}
        </Fact>
      ))}
      {own.length > 0 && <Fact name={t("card.groups")}>{listText(own)}</Fact>}
      {shared.length > 0 && userId !== users.ownId && (
        <Fact name={t("card.sharedChannels")}>
          {shared.slice(0, MOST_CHANNELS).map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ", "}
              <a href={hrefOf(narrowAddress(channelNarrow(id)), store.state)}>{name}</a>
            </span>
          ))}
          {shared.length > MOST_CHANNELS && ` ${t("card.moreChannels", { count: shared.length - MOST_CHANNELS })}`}
        </Fact>
      )}
    </dl>
  );
}

const MOST_CHANNELS = 6;

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

function Acts({ userId, onLeave }: CardProps) {
  const session = useSession();
  const go = useGo();
  const ownId = useOwnId();
  const isMuted = useStore((state) => state.preferences.mutedUsers.has(userId));
  const person = usePerson(userId);
  const mayManage = useStore((state) => mayChangeUsers(holderOf(state)));
  const mayReset = useStore((state) => canPassOnReset(state, userId));
  if (session.isVisitor) return null;
  const others = userId === ownId ? [] : [userId];
  const rows: MenuRow[] = [
    { id: "mention", label: t("card.mention"), icon: "at", onAction: () => mention(session, userId, onLeave) },
    ...(userId === ownId
      ? []
      : [
          {
            id: "mute",
            label: t(isMuted ? "card.unmute" : "card.mute"),
            icon: isMuted ? "volume" : "mute",
            onAction: () => void mute(session, userId, !isMuted),
          } as const,
        ]),
    ...(mayReset
      ? [
          {
            id: "reset",
            label: t("card.makeResetLink"),
            icon: "link",
            onAction: () => {
              onLeave();
              openDialog((close) => <ResetLinkDialog userId={userId} onClose={close} />);
            },
          } as const,
        ]
      : []),
    ...(mayManage && person && !person.is_bot
      ? [
          {
            id: "manage",
            label: t("card.manage"),
            icon: "shield",
            onAction: () => {
              onLeave();
              openDialog((close) => <ManageDialog userId={userId} onClose={close} />);
            },
          } as const,
        ]
      : []),
  ];
  return (
    <div className="card-acts">
      <Button
        kind="primary"
        icon="dm"
        onPress={() => {
          onLeave();
          go(narrowAddress(dmNarrow(others)));
          compose({ to: "direct", userIds: others });
        }}
      >
        {t("card.message")}
      </Button>
      <Button
        onPress={() => {
          onLeave();
          go(narrowAddress([{ operator: "sender", operand: userId }]));
        }}
      >
        {t("card.viewMessages")}
      </Button>
      <span className="spacer" />
      <MenuButton label={t("parts.more")} rows={rows}>
        <IconButton icon="more" label={t("parts.more")} />
      </MenuButton>
    </div>
  );
}

/** In the open conversation, or in a new message. */
function mention({ store }: Session, userId: number, onLeave: () => void): void {
  const text = `@**${store.state.users.users.get(userId)?.full_name ?? ""}|${userId}** `;
  const address = parseFragment(router.getSnapshot().fragment, store.state);
  const conversation = address?.kind === "narrow" ? conversationOf(address.terms) : undefined;
  onLeave();
  if (conversation?.type === "direct") compose({ to: "direct", userIds: conversation.userIds, text });
  else if (conversation) compose({ to: "channel", channelId: conversation.channelId, topic: conversation.topic, text });
  else compose({ to: "channel", text });
}

function mute(session: Session, muted_user_id: number, isMuted: boolean): Promise<void> {
  const name = session.store.state.users.users.get(muted_user_id)?.full_name ?? "";
  const set = (next: boolean) =>
    session.connection.call(next ? mutedUsers.muteUser : mutedUsers.unmuteUser, { muted_user_id });
  return attempt(async () => {
    await set(isMuted);
    showToast({
      text: t(isMuted ? "card.isMuted" : "card.isUnmuted", { name }),
      undo: () => void attempt(() => set(!isMuted)),
    });
  });
}
