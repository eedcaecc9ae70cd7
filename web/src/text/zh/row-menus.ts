/** The left sidebar: its rows, their menus, and its foot. */
import type { rowMenus as english } from "../en/row-menus.ts";
import type { Translated } from "../translated.ts";

export const rowMenus: Translated<typeof english> = {
  markRead: "标记为已读",
  newTopic: "新建话题",
  pin: "置顶",
  unpin: "取消置顶",
  mute: "静音",
  unmute: "取消静音",
  follow: "关注",
  unfollow: "取消关注",
  notifyOfAll: "每条消息都通知我",
  notifyAsUsual: "使用默认通知",
  colour: "颜色",
  colourOf: "{name} 的颜色",
  hue: "色相",
  setColour: "设置颜色",
  copyLink: "复制链接",
  linkCopied: "已复制链接。",
  channelSettings: "频道设置",
  unsubscribe: "退订",
  viewCard: "查看个人资料",
  pinView: "固定到侧边栏",
  unpinView: "移至“更多”",
  removeView: "移除",
  viewPinned: "已固定 {name}。",
  viewUnpinned: "已将 {name} 移至“更多”。",
  viewRemoved: "已移除 {name}。",
};
