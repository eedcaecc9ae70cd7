/** The page of legal holds. */
import type { legalHolds as english } from "../en/legal-holds.ts";
import type { Translated } from "../translated.ts";

export const legalHolds: Translated<typeof english> = {
  locked: "只有所有者可以查看法律保留。",
  list: "法律保留",
  none: "没有法律保留",
  noneHelp: "处于法律保留下的消息无法被任何人或保留期限删除，发送者的数据也无法被抹除。",
  person: "人员",
  channel: "频道",
  what: "对象",
  reason: "原因",
  since: "开始时间",
  by: "设置者",
  place: "设置法律保留",
  placeAction: "设置",
  placeHelp: "对人员设置时，会保留其本人及其机器人发送的内容，以及其所有私信。对频道设置时，会保留其中的全部内容。",
  kind: "保留对象",
  reasonHelp: "只有所有者可以看到。",
  chooseChannel: "选择频道",
  lift: "解除对 {name} 的法律保留",
  liftQuestion: "解除对 {name} 的法律保留？",
  liftHelp: "此后，之前保留的内容可以被删除。",
  liftAction: "解除",
};
