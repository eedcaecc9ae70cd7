/** The page of the ways to sign in. */
import type { signInMethods as english } from "../en/sign-in-methods.ts";
import type { Translated } from "../translated.ts";

export const signInMethods: Translated<typeof english> = {
  about: "用户如何验证身份。",
  methods: "登录方式",
  words: "身份验证 认证 密码 登录 单点登录 SSO",
  help: "可用的方式由服务器运维人员决定。",
  password: "邮箱地址和密码",
  passwordHelp: "关闭后，无人能用邮箱地址登录或重置密码。",
  last: "至少要开启一种方式，而这是唯一的一种。",
  secondFactor: "两步验证",
  secondFactorHelp: "所有人都可以为自己的账号启用。",
  requiredFor: "要求启用的角色",
  requiredForHelp: "未设置的用户会在所有设备上退出登录，并在下次登录时设置。",
  requiredForWords: "2fa mfa 第二因素 身份验证器 安全",
  nobody: "无人",
  administrators: "所有者和管理员",
  moderators: "协管员及以上",
  members: "成员及以上",
  everyone: "所有人，包括访客",
  unavailable: "服务器运维人员尚未配置此方式。",
};
