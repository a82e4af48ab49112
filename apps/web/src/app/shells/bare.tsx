import { Content } from "./content.tsx";

/** Full-window screens without a menu. */
export const Component = () => <Content />;
