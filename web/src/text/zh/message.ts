/** One message. */
import type { message as english } from "../en/message.ts";
import type { Translated } from "../translated.ts";

export const message: Translated<typeof english> = {
  label: "{name}，{time}{mentions, select, yes {，提及了你} other {}}{unread, select, yes {，未读} other {}}",
  echo: "{name}，{time}，尚未发送",
  fromMuted: "来自你已屏蔽的用户的消息。",
  show: "显示",
  edited: "已编辑",
  moved: "已移动",
  both: "已编辑并移动",
  movedFrom: "移自 {place}",
  bothFrom: "已编辑，移自 {place}",
  privateChannel: "私有频道",
  starred: "已加星标",
  starWaits: "已加星标。正在等待连接",
  remindsAt: "提醒：{when}",
  reactions: "表情回应",
  addReaction: "添加表情回应",
  you: "你",
  reacted: "{names} 用 :{emoji}: 回应",
  reactionWaits: "{names} 用 :{emoji}: 回应。正在等待连接",
  sending: "正在发送",
  waiting: "正在等待连接",
  notSent: "未发送。{reason}",
  edit: "编辑",
  discard: "放弃",
};
