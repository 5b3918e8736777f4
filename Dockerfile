# Serves every platform whose tokens are set, as an unprivileged user, with the games in /data.
FROM python:3.13.14-alpine3.23@sha256:9fdbf2e3e82628351513560b121e2ee6ce31cac212be9e070c5a5e2769fb5e76 AS build
WORKDIR /src
# hadolint ignore=DL3018
RUN apk add --no-cache binutils
COPY contrib contrib
COPY pyproject.toml README.md LICENSE hatch_build.py ./
COPY bot bot
COPY core core
COPY migrations migrations
# The symbols of compiled libraries, and the tests and documents of packages, take a third of the space.
# pip compares files with their hashes, but not the folder of the project, which is built and installed on its own.
RUN python -m venv --without-pip /opt/hitblow \
    && pip install --no-cache-dir --require-hashes --no-deps --requirement contrib/image/build.txt \
    && pip --python /opt/hitblow/bin/python install --no-cache-dir --no-compile --require-hashes --no-deps \
        --requirement contrib/image/requirements.txt \
    && pip wheel --no-cache-dir --no-build-isolation --no-deps --wheel-dir /wheel . \
    && pip --python /opt/hitblow/bin/python install --no-cache-dir --no-compile --no-deps --no-index /wheel/*.whl \
    && find /opt/hitblow -type d \( -name tests -o -name docs \) -prune -exec rm -r {} + \
    && find /opt/hitblow -type f -name "*.so" -exec strip --strip-unneeded {} +

FROM python:3.13.14-alpine3.23@sha256:9fdbf2e3e82628351513560b121e2ee6ce31cac212be9e070c5a5e2769fb5e76
COPY --from=build /opt/hitblow /opt/hitblow
RUN adduser -S -D -H -u 10001 -h /data -s /sbin/nologin hitblow \
    && install -d -m 0700 -o hitblow /data
USER 10001
WORKDIR /data
VOLUME /data
ENV PATH=/opt/hitblow/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HITBLOW_DATABASE_URL=sqlite:////data/hitblow.db \
    HITBLOW_HEALTH_PORT=8080
EXPOSE 3000 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["sh", "-c", "wget -q -O /dev/null http://127.0.0.1:${HITBLOW_HEALTH_PORT}/healthz"]
ENTRYPOINT ["hitblow"]
CMD ["all"]
