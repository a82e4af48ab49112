import { outsideId } from "@dailies/contract";
import { useSearchParams } from "react-router";
import { ProjectPage } from "./project/project-page.tsx";
import { FavoritesPage } from "./wall/favorites-page.tsx";

/** What end users made: the wall of what they marked, or one of their projects. */
export const Component = () => {
  const [params] = useSearchParams();
  const project = outsideId.safeParse(params.get("project"));
  return project.success ? <ProjectPage key={project.data} projectId={project.data} /> : <FavoritesPage />;
};
