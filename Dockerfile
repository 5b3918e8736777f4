# Serves every platform whose tokens are set, as an unprivileged user, with the games in /data.
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY core core
COPY migrations migrations
RUN python -m venv /opt/hitblow && /opt/hitblow/bin/pip install --no-cache-dir ".[postgresql]"

FROM python:3.11-slim
COPY --from=build /opt/hitblow /opt/hitblow
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin hitblow \
    && install -d -o hitblow -g hitblow /data
USER hitblow
WORKDIR /data
VOLUME /data
ENV PATH=/opt/hitblow/bin:$PATH PYTHONUNBUFFERED=1 HITBLOW_DATABASE_URL=sqlite:////data/hitblow.db
EXPOSE 3000
STOPSIGNAL SIGTERM
ENTRYPOINT ["hitblow"]
CMD ["all"]
