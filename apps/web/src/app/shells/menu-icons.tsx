import {
  AppstoreOutlined,
  ControlOutlined,
  ExperimentOutlined,
  FieldTimeOutlined,
  HistoryOutlined,
  PictureOutlined,
  PlayCircleOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  TeamOutlined,
  ToolOutlined,
  UploadOutlined,
  UserOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import type { ScreenWord } from "../i18n/en.ts";

const ICONS: Partial<Record<ScreenWord, ReactNode>> = {
  taskManage: <ProfileOutlined />,
  userManage: <TeamOutlined />,
  permManage: <SafetyCertificateOutlined />,
  performerPlayground: <ExperimentOutlined />,
  staticSourceManage: <PictureOutlined />,
  dynamicConfigManage: <ControlOutlined />,
  jobManage: <FieldTimeOutlined />,
  platformUser: <UserOutlined />,
  platformPermission: <SafetyCertificateOutlined />,
  platformContent: <PlayCircleOutlined />,
  platformHistory: <HistoryOutlined />,
  platformTools: <ToolOutlined />,
  platformUploads: <UploadOutlined />,
};

/** A collapsed side menu shows only these icons. */
export const menuIcon = (title: ScreenWord): ReactNode => ICONS[title] ?? <AppstoreOutlined />;
