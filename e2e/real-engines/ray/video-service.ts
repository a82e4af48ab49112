/**
 * A service that speaks /v1/videos. An id holds the request itself, so that replicas share nothing; a clip is drawn when it
 * is fetched.
 */
export const VIDEO_SERVICE = `import base64, json, subprocess, tempfile
from fastapi import FastAPI, Request, Response
from ray import serve

api = FastAPI()

@serve.deployment
@serve.ingress(api)
class TextToVideo:
    @api.get("/v1/models")
    def models(self):
        return {"object": "list", "data": [{"id": "drawn", "object": "model"}]}

    @api.post("/v1/videos")
    async def create(self, request: Request):
        asked = await request.json()
        kept = {name: asked.get(name) for name in ("seconds", "size", "fps")}
        key = base64.urlsafe_b64encode(json.dumps(kept).encode()).decode().rstrip("=")
        return {"id": key, "object": "video", "status": "queued", "progress": 0}

    @api.get("/v1/videos/{key}")
    def read(self, key: str):
        return {"id": key, "object": "video", "status": "completed", "progress": 100}

    @api.get("/v1/videos/{key}/content")
    def content(self, key: str):
        asked = json.loads(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4)))
        source = "testsrc=size={}:rate={}:duration={}".format(
            asked["size"] or "320x180", int(asked["fps"] or 12), float(asked["seconds"] or 1))
        with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-c:v", "libx264",
                "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-movflags", "+faststart", file.name], check=True)
            return Response(file.read(), media_type="video/mp4")

app = TextToVideo.bind()
`;
